import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Answers for java.net.URI. The first line of output is the version. Each line of input is a text
 * in UTF-8, in hexadecimal digits; a lone surrogate has three octets, too. Its line of output is
 * "no", or the raw getters between spaces, also in digits, with "~" for null; the port is a number.
 */
public final class NetUri {
    private static final HexFormat HEX = HexFormat.of();

    public static void main(String[] arguments) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        var out = new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.US_ASCII));
        out.write(System.getProperty("java.version") + "\n");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.write(answer(text(HEX.parseHex(line))));
            out.write('\n');
        }
        out.flush();
    }

    private static String text(byte[] octets) {
        var text = new StringBuilder();
        int start = 0;
        for (int at = 0; at + 2 < octets.length; at++) {
            if (octets[at] == (byte) 0xED && (octets[at + 1] & 0xFF) >= 0xA0) {
                text.append(new String(octets, start, at - start, StandardCharsets.UTF_8));
                text.append((char) (0xD000 | (octets[at + 1] & 63) << 6 | octets[at + 2] & 63));
                start = at + 3;
            }
        }
        text.append(new String(octets, start, octets.length - start, StandardCharsets.UTF_8));
        return text.toString();
    }

    private static String answer(String text) {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException | NumberFormatException refused) {
            // An address with a number beyond 2^31 in brackets escapes as NumberFormatException.
            return "no";
        }
        return String.join(" ",
            shown(uri.getScheme()),
            shown(uri.getRawSchemeSpecificPart()),
            shown(uri.getRawAuthority()),
            shown(uri.getRawUserInfo()),
            shown(uri.getHost()),
            Integer.toString(uri.getPort()),
            shown(uri.getRawPath()),
            shown(uri.getRawQuery()),
            shown(uri.getRawFragment()));
    }

    private static String shown(String text) {
        if (text == null) {
            return "~";
        }
        // A lone surrogate becomes U+FFFD.
        var whole = new String(text.getBytes(StandardCharsets.UTF_16), StandardCharsets.UTF_16);
        return HEX.formatHex(whole.getBytes(StandardCharsets.UTF_8));
    }
}
