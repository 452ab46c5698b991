use super::{host, scheme, session, surt, Options};

const PLAIN: Options = Options { with_scheme: false, trailing_comma: false, keep_www: false };
const SCHEME: Options = Options { with_scheme: true, ..PLAIN };
const COMMA: Options = Options { trailing_comma: true, ..PLAIN };
const BOTH: Options = Options { trailing_comma: true, ..SCHEME };
const WWW: Options = Options { keep_www: true, ..PLAIN };

fn form(url: &str, options: Options) -> String {
    String::from_utf8(surt(url.as_bytes(), options)).unwrap()
}

/// The facts that the package `surt` of the Internet Archive tests. Most are those of
/// `WaybackURLKeyMaker`.
// Long because it is a list.
#[test]
fn published_keys() {
    for (url, options, expected) in [
        ("", PLAIN, "-"),
        ("filedesc:foo.arc.gz", PLAIN, "filedesc:foo.arc.gz"),
        ("filedesc:/foo.arc.gz", PLAIN, "filedesc:/foo.arc.gz"),
        ("filedesc://foo.arc.gz", PLAIN, "filedesc://foo.arc.gz"),
        ("warcinfo:foo.warc.gz", BOTH, "warcinfo:foo.warc.gz"),
        ("dns:alexa.com", PLAIN, "dns:alexa.com"),
        ("dns:archive.org", BOTH, "dns:archive.org"),
        ("mailto:foo@example.com", PLAIN, "mailto:foo@example.com"),
        ("mailto:foo@example.com", BOTH, "mailto:foo@example.com"),
        ("http://www.archive.org/", PLAIN, "org,archive)/"),
        ("http://archive.org/", PLAIN, "org,archive)/"),
        ("http://archive.org/goo/", PLAIN, "org,archive)/goo"),
        ("http://archive.org/goo/?", PLAIN, "org,archive)/goo"),
        ("http://archive.org/goo/?b&a", PLAIN, "org,archive)/goo?a&b"),
        ("http://archive.org/goo/?a=2&b&a=1", PLAIN, "org,archive)/goo?a=1&a=2&b"),
        ("http://archive.org/goo/?a=2&b&a=1", COMMA, "org,archive,)/goo?a=1&a=2&b"),
        (
            "http://archive.org/index.php?PHPSESSID=0123456789abcdefghijklemopqrstuv&action=profile;u=4221",
            PLAIN,
            "org,archive)/index.php?action=profile;u=4221",
        ),
        ("whois://whois.isoc.org.il/shaveh.co.il", PLAIN, "il,org,isoc,whois)/shaveh.co.il"),
        ("whois://whois.isoc.org.il/shaveh.co.il", BOTH, "whois://(il,org,isoc,whois,)/shaveh.co.il"),
        (
            "http://visit.webhosting.yahoo.com/visit.gif?&r=http%3A//web.archive.org/web/20090517140029/http%3A//anthonystewarthead.electric-chi.com/&b=Netscape%205.0%20%28Windows%3B%20en-US%29&s=1366x768&o=Win32&c=24&j=true&v=1.2",
            PLAIN,
            "com,yahoo,webhosting,visit)/visit.gif?&b=netscape%205.0%20(windows;%20en-us)&c=24&j=true&o=win32&r=http://web.archive.org/web/20090517140029/http://anthonystewarthead.electric-chi.com/&s=1366x768&v=1.2",
        ),
        ("http://www.example.com/", SCHEME, "http://(com,example)/"),
        ("http://www.example.com/", PLAIN, "com,example)/"),
        ("https://www.example.com/", BOTH, "https://(com,example,)/"),
        ("ftp://www.example.com/", COMMA, "com,example,)/"),
        ("ftp://www.example.com/", PLAIN, "com,example)/"),
        ("ftp://www.example.com/", BOTH, "ftp://(com,example,)/"),
        ("http://www.example.com/", WWW, "com,example,www)/"),
        ("http://www.example.com/", Options { keep_www: true, ..SCHEME }, "http://(com,example,www)/"),
        ("ftp://www.example.com/", Options { keep_www: true, ..BOTH }, "ftp://(com,example,www,)/"),
        // The canonical URLs of the same package, as keys.
        ("http://www34.archive.org/index.html?b=a&b=b&a=b", PLAIN, "org,archive)/index.html?a=b&b=a&b=b"),
        ("http://archive.org/index.html?", PLAIN, "org,archive)/index.html"),
        ("http://host/%25%32%35", PLAIN, "host)/%25"),
        ("http://host/%25%32%35%25%32%35", PLAIN, "host)/%25%25"),
        ("http://host/%2525252525252525", PLAIN, "host)/%25"),
        ("http://host/asdf%25%32%35asd", PLAIN, "host)/asdf%25asd"),
        ("http://host/%%%25%32%35asd%%", PLAIN, "host)/%25%25%25asd%25%25"),
        (
            "http://%31%36%38%2e%31%38%38%2e%39%39%2e%32%36/%2E%73%65%63%75%72%65/%77%77%77%2E%65%62%61%79%2E%63%6F%6D/",
            PLAIN,
            "26,99,188,168)/.secure/www.ebay.com",
        ),
        (
            "http://host%23.com/%257Ea%2521b%2540c%2523d%2524e%25f%255E00%252611%252A22%252833%252944_55%252B",
            PLAIN,
            "com,host%23)/~a!b@c%23d$e%25f^00&11*22(33)44_55+",
        ),
        ("http://3279880203/blah", PLAIN, "11,0,127,195)/blah"),
        ("http://www.google.com/blah/..", PLAIN, "com,google)/"),
        ("www.google.com", PLAIN, "com,google)/"),
        ("http://www.evil.com/blah#frag", PLAIN, "com,evil)/blah"),
        ("http://www.GOOgle.com/", PLAIN, "com,google)/"),
        ("http://www.google.com.../", PLAIN, "com,google)/"),
        ("http://www.google.com/foo\tbar\rbaz\n2", PLAIN, "com,google)/foobarbaz2"),
        ("http://www.google.com/q?r?s", PLAIN, "com,google)/q?r?s"),
        ("http://evil.com/foo#bar#baz", PLAIN, "com,evil)/foo"),
        ("http://evil.com/foo;", PLAIN, "com,evil)/foo;"),
        (
            "http://195.127.0.11/uploads/%20%20%20%20/.verify/.eBaysecure=updateuserdataxplimnbqmn-xplmvalidateinfoswqpcmlx=hgplmcx/",
            PLAIN,
            "11,0,127,195)/uploads/%20%20%20%20/.verify/.ebaysecure=updateuserdataxplimnbqmn-xplmvalidateinfoswqpcmlx=hgplmcx",
        ),
        ("http://www.t%EF%BF%BD%04.82.net/", PLAIN, "net,82,t%ef%bf%bd%04)/"),
        ("http://%20leadingspace.com/", PLAIN, "com,%20leadingspace)/"),
        ("http://www.google.com/q?r?", PLAIN, "com,google)/q?r?"),
        ("http://www.archive.org:8080?#foo", PLAIN, "org,archive:8080)/"),
        ("http://www.archive.org:8080/index.html?query#foo", PLAIN, "org,archive:8080)/index.html?query"),
        ("dns:b\u{FC}cher.ch", PLAIN, "dns:b%c3%bccher.ch"),
        ("mailto:bot@archive.org", SCHEME, "mailto:bot@archive.org"),
        ("whois://whois.isoc.org.il/shaveh.co.il", SCHEME, "whois://(il,org,isoc,whois)/shaveh.co.il"),
        ("whois://whois.isoc.org.il/shaveh.co.il", COMMA, "il,org,isoc,whois,)/shaveh.co.il"),
        ("http://www.example.com/", Options { keep_www: true, ..BOTH }, "http://(com,example,www,)/"),
        ("https://www.example.com/", Options { keep_www: true, ..BOTH }, "https://(com,example,www,)/"),
        // The order of parameters.
        ("http://a.b/?a=1&", PLAIN, "b,a)/?&a=1"),
        ("http://a.b/?b=1&a=1", PLAIN, "b,a)/?a=1&b=1"),
        ("http://a.b/?b=b&a=b&b=a&a=a", PLAIN, "b,a)/?a=a&a=b&b=a&b=b"),
        ("http://evil.com/foo?bar;", PLAIN, "com,evil)/foo?bar;"),
        ("http://\u{1}\u{80}.com/", PLAIN, "com,%01%c2%80)/"),
        ("B\u{FC}cher.ch:8080", PLAIN, "ch,xn--bcher-kva:8080)/"),
        ("\u{2603}.com", PLAIN, "com,xn--n3h)/"),
        ("http://notrailingslash.com", PLAIN, "com,notrailingslash)/"),
        ("http://www.gotaport.com:1234/", PLAIN, "com,gotaport:1234)/"),
        ("  http://www.google.com/  ", PLAIN, "com,google)/"),
        ("http:// leadingspace.com/", PLAIN, "com,%20leadingspace)/"),
        ("%20leadingspace.com/", PLAIN, "com,%20leadingspace)/"),
        ("http://host.com/ab%23cd", PLAIN, "com,host)/ab%23cd"),
        ("http://host.com//twoslashes?more//slashes", PLAIN, "com,host)/twoslashes?more//slashes"),
        ("http:////////////////www.vikings.com", PLAIN, "com,vikings)/"),
        ("http://https://order.1and1.com", SCHEME, "https://(com,1and1,order)/"),
        ("http://mineral.galleries.com:/minerals/chabazit.htm", PLAIN, "com,galleries,mineral)/minerals/chabazit.htm"),
        ("http://www.archive.org:80/", PLAIN, "org,archive)/"),
        ("https://www.archive.org:80/", PLAIN, "org,archive:80)/"),
        ("http://www.archive.org:443/", PLAIN, "org,archive:443)/"),
        ("https://www.archive.org:443/", PLAIN, "org,archive)/"),
        ("http://www.archive.org/big/", PLAIN, "org,archive)/big"),
        ("http://example.com/foo?X=Y", PLAIN, "com,example)/foo?x=y"),
    ] {
        assert_eq!(form(url, options), expected, "{url:?} {options:?}");
    }
}

#[test]
fn published_hosts() {
    for (given, expected) in [
        ("foo.com", "foo.com"),
        ("www12.foo.com", "foo.com"),
        ("www12.com", "www12.com"),
        ("www2foo.com", "www2foo.com"),
        ("www2.www2foo.com", "www2foo.com"),
        ("127.0.0.1", "127.0.0.1"),
        ("017.0.0.1", "15.0.0.1"),
        ("10.0.258", "10.0.1.2"),
        ("1.2.3.256", "1.2.3.256"),
        ("017.1815", "017.1815"),
        ("017.1715", "15.0.6.179"),
        ("39024579298", "22.11.210.226"),
    ] {
        assert_eq!(host::canonical(given.as_bytes(), false), expected.as_bytes(), "{given}");
    }
}

#[test]
fn published_session_ids() {
    let id = "0123456789abcdefghijklemopqrstuv";
    for (given, expected) in [
        ("jsessionid={}", ""),
        ("jsessionid={}0", "jsessionid={}0"),
        ("jsessionid={}&x=y", "x=y"),
        ("one=two&jsessionid={}&x=y", "one=two&x=y"),
        ("one=two&jsessionid={}", "one=two&"),
        ("aspsessionidABCDEFGH=ABCDEFGHIJKLMNOPQRSTUVWX&x=y", "x=y"),
        ("one=two&phpsessid={}&x=y", "one=two&x=y"),
        ("sid=9682993c8daa2c5497996114facdc805&jsessionid={}", ""),
        ("CFID=1169580&CFTOKEN=48630702&dtstamp=22", "dtstamp=22"),
        ("sid=9682993c8daa2c5497996114facdc805&x=y", "x=y"),
        ("one=two&phpsessid={}", "one=two&"),
        (
            "CFID=14475712&CFTOKEN=2D89F5AF-3048-2957-DA4EE4B6B13661AB&r=468710288378&m=forgotten",
            "r=468710288378&m=forgotten",
        ),
        ("CFID=16603925&CFTOKEN=2AE13EEE-3048-85B0-56CEDAAB0ACA44B8", ""),
        ("CFID=1", "CFID=1"),
    ] {
        let [given, expected] = [given, expected].map(|text| text.replace("{}", id));
        let found = session::without_in_query(given.as_bytes());
        assert_eq!(String::from_utf8(found).unwrap(), expected, "{given}");
    }
    for (given, expected) in [
        ("/(S(4hqa0555fwsecu455xqckv45))/mileg.aspx", "/mileg.aspx"),
        ("/(4hqa0555fwsecu455xqckv45)/mileg.aspx", "/mileg.aspx"),
        (
            "/(a(4hqa0555fwsecu455xqckv45)S(4hqa0555fwsecu455xqckv45)f(4hqa0555fwsecu455xqckv45))/mileg.aspx",
            "/mileg.aspx",
        ),
        ("/photos/36050182@N05/", "/photos/36050182@N05/"),
        ("/a;jsessionid=0123456789abcdefghijklemopqrstuv", "/a"),
        ("/()/a.aspx", "/()/a.aspx"),
    ] {
        let found = session::without_in_path(given.as_bytes());
        assert_eq!(String::from_utf8(found).unwrap(), expected, "{given}");
    }
}

/// No published case has these; the rules at the head of the module decide.
#[test]
fn the_rules_decide_where_no_case_is_published() {
    for (url, expected) in [
        ("http://user:pass@www.example.com/", "com,example)/"),
        ("www.example.com:80/x", "com,example)/x"),
        ("http:///x", "x)/"),
        ("//h/x", "h)/x"),
        ("://h/x", "h)/x"),
        ("http:www.example.com/b", "com,example)/b"),
        ("file:///A//b/", "file:/a//b"),
        ("foo:?b&a", "foo:/?a&b"),
        ("foo:", "foo:"),
        ("foo://", "foo:"),
        ("foo://a", "a)/"),
        ("z39.50r://A/b", "a)/b"),
        ("http://a/b/../../../c/./d/", "a)/c/d"),
        ("http://a/b/../../c", "a)/../c"),
        ("http://a/../../b", "a)/b"),
        ("http://a/b//../c", "a)/b/c"),
        ("http://a/?b=1&b&a-b=1&a=1", "a)/?a=1&a-b=1&b&b=1"),
        ("http://a:0443/", "a:443)/"),
        ("https://a:00443/", "a)/"),
        ("http://a:0/", "a)/"),
        ("http://017/", "17,0,0,0)/"),
        ("http://18446744073709551617/", "1,0,0,0)/"),
        ("filedesc", "filedesc"),
        ("filedesc:A ", "filedesc:A "),
        ("tel:18005551212", "tel:18005551212"),
        ("http://http://a/", "a)/"),
        ("http://ftp://a/", "ftp)/a"),
    ] {
        assert_eq!(form(url, PLAIN), expected, "{url}");
    }
}

/// The departures from the package `surt` of PyPI. `checks/surt` compares both on 100,000 lines and
/// finds no others.
#[test]
fn departures_from_the_package() {
    let rows = include_str!("departures.tsv").lines().skip(1);
    let mut count = 0;
    for row in rows {
        let fields: Vec<&str> = row.split('\t').collect();
        let [url, package, own, _] = fields[..] else { panic!("{row}") };
        assert_eq!(form(url, PLAIN), own, "{row}");
        assert_ne!(package, own, "{row}");
        count += 1;
    }
    assert!(count > 12);
}

#[test]
fn every_input_has_a_form_in_linear_time() {
    for piece in [&b"%25"[..], b"/../", b"&a=", b"a.", b"http://", b"\xFF", b"%", b"(", b"%41%"] {
        for prefix in [&b""[..], b"http://a/", b"http://a/?", b"http://"] {
            let url = [prefix, &piece.repeat(200_000 / piece.len())].concat();
            assert!(surt(&url, BOTH).len() <= 3 * url.len() + 16);
        }
    }
}

#[test]
fn published_escapes() {
    for (given, expected) in [
        ("%!A%21%21%25", "%!A!!%"),
        ("%", "%"),
        ("%2", "%2"),
        ("%25", "%"),
        ("%25%", "%%"),
        ("%2525", "%"),
        ("%252525", "%"),
        ("%25%32%35", "%"),
    ] {
        assert_eq!(super::escapes::decoded(given.as_bytes()), expected.as_bytes(), "{given}");
    }
}

/// A host and its port look like a scheme with what follows its colon.
#[test]
fn schemes_are_told_from_hosts_with_ports() {
    for (url, found) in [
        ("a:b", Some(("a", "b"))),
        ("view-source+x1:", Some(("view-source+x1", ""))),
        ("a:b:1", Some(("a", "b:1"))),
        ("a:1", None),
        ("a.b:c", None),
        ("1a:b", None),
        ("-a:b", None),
        (":b", None),
        ("a", None),
        ("", None),
    ] {
        let expected = found.map(|(name, rest): (&str, &str)| (name.as_bytes(), rest.as_bytes()));
        assert_eq!(scheme(url.as_bytes()), expected, "{url}");
    }
}
