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
 * in UTF-8, in hexadecimal digits. Its line of output is "no", or the raw getters between spaces,
 * also in digits, with "~" for null; the port is a number.
 */
public final class NetUri {
    private static final HexFormat HEX = HexFormat.of();

    public static void main(String[] arguments) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        var out = new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.US_ASCII));
        out.write(System.getProperty("java.version") + "\n");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.write(answer(new String(HEX.parseHex(line), StandardCharsets.UTF_8)));
            out.write('\n');
        }
        out.flush();
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
        return text == null ? "~" : HEX.formatHex(text.getBytes(StandardCharsets.UTF_8));
    }
}
