<?php
// parse_url. Texts go out as octets: a character for each byte.

function octets(string $text): string
{
    $out = "";
    foreach ($text === "" ? [] : str_split($text) as $byte) {
        $code = ord($byte);
        $out .= $code < 0x80 ? $byte : chr(0xC0 | $code >> 6) . chr(0x80 | $code & 0x3F);
    }
    return $out;
}

function answer(string $text): array
{
    $found = parse_url($text);
    if ($found === false) {
        return ["error" => "false"];
    }
    if (isset($found["user"])) {
        $found["userinfo"] = $found["user"];
        if (isset($found["pass"])) {
            $found["userinfo"] .= ":" . $found["pass"];
        }
    }
    unset($found["user"], $found["pass"]);
    return array_map(fn($value) => octets((string) $value), $found);
}

echo PHP_VERSION, "\n";
while (($line = fgets(STDIN)) !== false) {
    echo json_encode((object) answer(hex2bin(trim($line))), JSON_THROW_ON_ERROR), "\n";
}
