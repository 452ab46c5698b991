//! Answers of the server: to whom, to what, and what it survives.

use std::time::{Duration, Instant};

use crate::served::Served;

/// The tests, by name.
pub const TESTS: [(&str, fn()); 9] = [
    (
        "only_this_machine_is_answered_and_under_a_strict_policy",
        only_this_machine_is_answered_and_under_a_strict_policy,
    ),
    ("files_are_the_pages_and_no_others", files_are_the_pages_and_no_others),
    ("bad_questions_are_refused_with_a_reason", bad_questions_are_refused_with_a_reason),
    ("any_bytes_are_an_input", any_bytes_are_an_input),
    ("a_long_reference_has_a_short_answer", a_long_reference_has_a_short_answer),
    ("rules_that_take_too_long_hold_nobody_up", rules_that_take_too_long_hold_nobody_up),
    ("a_copied_hostname_breaks_at_aa", a_copied_hostname_breaks_at_aa),
    (
        "a_document_that_leaves_a_choice_gives_every_answer",
        a_document_that_leaves_a_choice_gives_every_answer,
    ),
    ("a_citation_comes_apart_into_its_elements", a_citation_comes_apart_into_its_elements),
];

fn only_this_machine_is_answered_and_under_a_strict_policy() {
    let served = Served::start(crate::server());
    let request = |headers: &str| {
        served.raw(format!("GET / HTTP/1.1\r\nConnection: close\r\n{headers}\r\n").as_bytes())
    };
    let port = served.host.rsplit(':').next().unwrap();
    assert_eq!(request(&format!("Host: {}\r\n", served.host)).status, 200);
    assert_eq!(request(&format!("Host: localhost:{port}\r\n")).status, 200);
    for host in [
        "evil.example",
        &format!("evil.example:{port}"),
        &format!("127.0.0.1.evil.example:{port}"),
        "127.0.0.1:1",
    ] {
        assert_eq!(request(&format!("Host: {host}\r\n")).status, 421, "{host}");
    }
    assert!([400, 421].contains(&request("").status));
    let foreign = request(&format!(
        "Host: {}\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: cors\r\n",
        served.host
    ));
    assert_eq!(foreign.status, 403);
    let link = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n";
    assert_eq!(request(&format!("Host: {}\r\n{link}", served.host)).status, 200);
    let api = format!(
        "GET /api/grammars HTTP/1.1\r\nConnection: close\r\nHost: {}\r\n{link}\r\n",
        served.host
    );
    assert_eq!(served.raw(api.as_bytes()).status, 403);
    for path in ["/", "/app.js", "/api/grammars", "/nothing", "/api/nothing"] {
        let head = served.get(path).head;
        assert!(
            head.contains("content-security-policy: default-src 'none'; script-src 'self'"),
            "{path}: {head}"
        );
        assert!(
            head.contains("x-content-type-options: nosniff") && !head.contains("access-control-"),
            "{path}"
        );
    }
}

fn files_are_the_pages_and_no_others() {
    let served = Served::start(crate::server());
    assert!(served.get("/").body.contains("<main id=\"main\""));
    assert!(served.get("/views/string.js").head.contains("content-type: text/javascript"));
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "//etc/passwd",
        "/views",
        "/views/",
        "/Cargo.toml",
    ] {
        assert_eq!(served.get(path).status, 404, "{path}");
    }
}

fn bad_questions_are_refused_with_a_reason() {
    let served = Served::start(crate::server());
    for (question, status, says) in [
        ("document?grammar=rfc9999", 400, "no such grammar"),
        ("document", 400, "names no grammar"),
        ("diagram?grammar=rfc3986&rule=hots", 400, "host"),
        ("compare?a=rfc3986&b=rfc2396&rule_a=nothing", 400, "no such rule"),
        ("string?input=%5Cq&escaped=1", 400, "escape"),
        ("string?reading=wrong", 400, "no such reading"),
        ("history?of=nothing", 400, "nothing"),
        ("quiz?seed=x", 400, "number"),
        (
            "resolve?base=http://a/%FF&reference=g",
            400,
            "`base` is not UTF-8: byte 0xFF at offset 9",
        ),
        (
            "steps?by=own&peg=a%3D%7B%22x%22%7D&abnf=a%3Da%20%22x%22/%22x%22&rule=a&input=x",
            200,
            "recursion",
        ),
        ("steps?by=own&peg=a%3D&abnf=", 200, "line 1"),
        ("steps?grammar=rfc1738&rule=lowalpha&input=A", 200, "alphabet-case"),
        ("nothing", 404, "no such question"),
    ] {
        let answer = served.get(&format!("/api/{question}"));
        assert_eq!(answer.status, status, "{question}: {answer:?}");
        assert!(answer.body.contains(says), "{question}: {}", answer.body);
    }
}

fn any_bytes_are_an_input() {
    let served = Served::start(crate::server());
    let answer = served.get("/api/string?input=%3C%FF%00%3E").json();
    assert_eq!((&answer["input_hex"], &answer["plain"]), (&"3cff003e".into(), &false.into()));
    assert_eq!(answer["escaped"], "<\\xFF\\x00>");
    assert_eq!(answer["line"]["text"], "<\u{FFFD}␀>");
    let empty = served.get("/api/string").json();
    assert_eq!((&empty["bytes"], &empty["line"]["text"]), (&0.into(), &"".into()));
    let long =
        served.post("/api/string", &[b"input=http://a/".to_vec(), vec![b'a'; 1_000_000]].concat());
    assert_eq!(long.status, 200);
    assert!(long.body.len() < 20_000, "{} bytes for what is not drawn", long.body.len());
    assert_eq!(served.post("/api/string", &vec![b'a'; 1_048_577 + 6]).status, 200); // a name, and no input
    let longer = served.post("/api/string", &[b"input=".to_vec(), vec![b'a'; 1_048_577]].concat());
    assert_eq!(longer.status, 422);
    assert_eq!(served.post("/api/string", &vec![b'a'; 5_000_000]).status, 413);
}

fn a_long_reference_has_a_short_answer() {
    let served = Served::start(crate::server());
    let resolve = |times: usize| {
        let body = format!("base=http://a/b&reference={}g", "../".repeat(times));
        served.post("/api/resolve", body.as_bytes())
    };
    let longest = resolve(5_400);
    assert_eq!(longest.status, 200);
    assert!(longest.body.len() < 8_000_000, "{} bytes", longest.body.len());
    let longer = resolve(340_000);
    assert_eq!(longer.status, 422);
    assert!(longer.body.contains("longer than 16384 bytes"), "{}", longer.body);
}

/// Returns the parameters of rules that take exponential time to read.
pub fn rules_that_take_too_long() -> String {
    // A recursive reader of these rules visits the last one 3^40 times.
    let mut rules = String::new();
    for number in 0..40 {
        let next = number + 1;
        rules += &format!("r{number} = {{ r{next} ~ \"q\" | r{next} ~ \"p\" | r{next} }}\n");
    }
    rules += "r40 = { \"x\" }";
    let encoded: String = rules.bytes().map(|byte| format!("%{byte:02X}")).collect();
    format!("by=own&rule=r0&input=xx&abnf=a%3D%22x%22&peg={encoded}")
}

fn rules_that_take_too_long_hold_nobody_up() {
    let served = Served::start(crate::server());
    let body = rules_that_take_too_long();
    let begun = Instant::now();
    std::thread::scope(|scope| {
        let slow = scope.spawn(|| served.post("/api/steps", body.as_bytes()));
        std::thread::sleep(Duration::from_millis(200));
        assert_eq!(served.get("/api/grammars").status, 200);
        assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
        let slow = slow.join().unwrap();
        // The steps end at a limit, or the process is ended after five seconds.
        assert!([200, 422].contains(&slow.status), "{}", slow.status);
        let ended = ["more than 20000 steps", "more than 5 seconds"];
        assert!(ended.iter().any(|why| slow.body.contains(why)));
    });
    assert!(begun.elapsed() < Duration::from_secs(15));
}

fn a_copied_hostname_breaks_at_aa() {
    let served = Served::start(crate::server());
    let steps = served.get("/api/steps?grammar=rfc2396&rule=hostname&by=copy&input=aa").json();
    assert_eq!(
        (&steps["peg"]["accepted"], &steps["bnf"]["accepted"]),
        (&false.into(), &true.into())
    );
    assert_eq!(steps["difference"]["only_bnf"], "aa");
    assert_eq!((&steps["peg"]["matched"], &steps["peg"]["characters"]), (&1.into(), &2.into()));
    assert_eq!(steps["peg"]["won_early"].as_array().map(Vec::len), Some(2));
    let own = served.get("/api/steps?grammar=rfc2396&rule=hostname&input=aa").json();
    assert_eq!((&own["peg"]["accepted"], &own["proved"]), (&true.into(), &true.into()));
}

fn a_document_that_leaves_a_choice_gives_every_answer() {
    let served = Served::start(crate::server());
    let answers = served.get("/api/resolve?base=http://a/b/c/d;p%3Fq&reference=../../../g").json();
    let of = |id: &str| {
        answers["answers"]
            .as_array()
            .unwrap()
            .iter()
            .find(|one| one["grammar"] == id)
            .unwrap()
            .clone()
    };
    let options = |one: &serde_json::Value| {
        let options = one["alternatives"].as_array().unwrap().iter();
        options.map(|other| (other["option"].clone(), other["target"].clone())).collect::<Vec<_>>()
    };
    let (older, newer) = (of("rfc2396"), of("rfc3986"));
    assert_eq!(
        (&older["target"], &newer["target"]),
        (&"http://a/../g".into(), &"http://a/g".into())
    );
    let removed = ("excess .. removed".into(), "http://a/g".into());
    assert_eq!(options(&older), [removed, ("excess .. refused".into(), serde_json::Value::Null)]);
    assert_eq!(options(&newer), []);
}

fn a_citation_comes_apart_into_its_elements() {
    let served = Served::start(crate::server());
    let told = served.get("/api/string?input=%3CURN:a:b;Title=%25F5;%3E").json();
    let documents = told["documents"].as_array().unwrap();
    let citation = documents.iter().find(|one| one["grammar"] == "urc-1993").unwrap();
    let marks: Vec<(&str, u64, u64)> = citation["marks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mark| {
            (
                mark["name"].as_str().unwrap(),
                mark["from"].as_u64().unwrap(),
                mark["to"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(marks, [("urn", 1, 8), ("urd", 9, 18)]);
    assert_eq!(citation["elements"][0]["text"], "a:b");
    let long = served.post(
        "/api/string",
        &[b"input=%3CTitle=".to_vec(), vec![b'a'; 100_000], b";%3E".to_vec()].concat(),
    );
    assert!(long.body.len() < 20_000, "{} bytes for what is not drawn", long.body.len());
}
