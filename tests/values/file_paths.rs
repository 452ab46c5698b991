//! Paths of files and their URIs, by the rules of either system on any.

use urigram::errors::FilePathError;
use urigram::{Component, PathStyle, Uri};

use FilePathError::{Character, DotSegment, Host, Lost, NotUnicode, Relative, Scheme};
use PathStyle::{Unix, Windows};

#[test]
fn absolute_paths_have_uris_and_come_back() {
    for (style, path, uri) in [
        (Unix, "/", "file:///"),
        (Unix, "/a/b", "file:///a/b"),
        (Unix, "/a/", "file:///a/"),
        (Unix, "/a?b#c%d", "file:///a%3Fb%23c%25d"),
        (Unix, "/C:\\x|*", "file:///C%3A%5Cx%7C%2A"),
        (Windows, "C:\\", "file:///C:/"),
        (Windows, "z:\\a b\\c", "file:///z:/a%20b/c"),
        (Windows, "C:\\é", "file:///C:/%C3%A9"),
        (Windows, "\\\\server\\share\\x", "file://server/share/x"),
        (Windows, "\\\\server\\", "file://server/"),
    ] {
        assert_eq!(style.to_uri(path.as_bytes()).unwrap(), uri);
        let back = style.to_path(&Uri::parse(uri).unwrap()).unwrap();
        assert_eq!(back, path.as_bytes(), "{uri}");
    }
}

#[test]
fn other_spellings_of_a_path_or_a_uri_are_read() {
    for (style, path, uri) in [
        (Unix, "/./a//b/.", "file:///a/b"),
        (Unix, "/.", "file:///"),
        (Unix, "/./.", "file:///"),
        (Windows, r"\\server\.", "file://server/"),
        (Windows, "C:/a/b", "file:///C:/a/b"),
        (Windows, "//server/share", "file://server/share"),
        (Windows, r"\\?\C:\a", "file:///C:/a"),
        (Windows, r"\\?\UNC\server\a", "file://server/a"),
    ] {
        assert_eq!(style.to_uri(path.as_bytes()).unwrap(), uri, "{path}");
    }
    for (style, uri, path) in [
        (Unix, "FILE:/a", "/a"),
        (Unix, "file://LOCALHOST/a", "/a"),
        (Unix, "file:///%C3/a", "/\u{fffd}/a"),
        (Windows, "file:///C%7C/a", "C:\\a"),
        (Windows, "file:///C:", "C:\\"),
        (Windows, "file:/C:/a", "C:\\a"),
        (Windows, "file://LocalHost/C:/a", "C:\\a"),
    ] {
        let found = style.to_path(&Uri::parse(uri).unwrap()).unwrap();
        assert_eq!(String::from_utf8_lossy(&found), path, "{uri}");
    }
}

#[test]
fn what_has_no_uri_is_refused_with_its_reason() {
    let tries: [(PathStyle, &[u8], FilePathError); 13] = [
        (Unix, b"", Relative),
        (Unix, b"a/b", Relative),
        (Unix, b"/a/../b", DotSegment),
        (Windows, b"C:a", Relative),
        (Windows, b"/a", Relative),
        (Windows, b"1:\\a", Relative),
        (Windows, b"C:\\..", DotSegment),
        (Windows, b"C:\\\xFF", NotUnicode),
        (Windows, br"\\server", Relative),
        (Windows, br"\\\a", Host),
        (Windows, br"\\.\a", Host),
        (Windows, br"\\?\UNC\?\a", Host),
        (Windows, br"\\?\a", Relative),
    ];
    for (style, path, error) in tries {
        assert_eq!(style.to_uri(path), Err(error), "{}", path.escape_ascii());
    }
}

#[test]
fn what_is_no_path_is_refused_with_its_reason() {
    let character = |offset| Character { offset };
    for (style, uri, error) in [
        (Unix, "http://h/a", Scheme),
        (Unix, "file:a", Relative),
        (Unix, "file://h/a", Host),
        (Unix, "file:///a?", Lost(Component::Query)),
        (Unix, "file:///a#b", Lost(Component::Fragment)),
        (Unix, "file:///a/b%2Fc/d", character(3)),
        (Unix, "file:///a%00", character(1)),
        (Unix, "file:///%2e%2E/a", character(1)),
        (Unix, "file:///.", character(1)),
        (Windows, "file://a%41/b", Host),
        (Windows, "file://u@h/b", Host),
        (Windows, "file:///a/b", character(1)),
        (Windows, "file:///CC:/b", character(1)),
        (Windows, "file:///C:/a%5Cb", character(4)),
        (Windows, "file:///C:/a:b", character(4)),
        (Windows, "file:///C:/a/%1F", character(6)),
        (Windows, "file:///C:/a/%FF", character(6)),
        (Windows, "file:///C:/a*", character(4)),
    ] {
        assert_eq!(style.to_path(&Uri::parse(uri).unwrap()), Err(error), "{uri}");
    }
}
