import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Answers as try_parse_url of Spark: java.net.URI for the parts, java.util.regex for the keys.
 *
 * The arguments are keys. Each line of input is a URL in UTF-8, in hexadecimal digits. Its line of
 * output is "no", or the eight parts and a value for each key between spaces, also in digits, with
 * "~" for null.
 */
public final class ParseUrl {
    private static final HexFormat HEX = HexFormat.of();

    public static void main(String[] keys) throws IOException {
        List<Pattern> patterns = new ArrayList<>();
        for (String key : keys) {
            patterns.add(Pattern.compile("(&|^)" + key + "=([^&]*)"));
        }
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        var out = new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.US_ASCII));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.write(answer(new String(HEX.parseHex(line), StandardCharsets.UTF_8), patterns));
            out.write('\n');
        }
        out.flush();
    }

    private static String answer(String text, List<Pattern> patterns) {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException | NumberFormatException refused) {
            // The second one ends a query of Spark. README.md of urigram-datafusion has the case.
            return "no";
        }
        String query = uri.getRawQuery();
        List<String> answers = new ArrayList<>();
        answers.add(uri.getScheme());
        answers.add(uri.getRawAuthority());
        answers.add(uri.getRawUserInfo());
        answers.add(uri.getHost());
        answers.add(uri.getRawPath());
        answers.add(query);
        answers.add(query == null ? uri.getRawPath() : uri.getRawPath() + "?" + query);
        answers.add(uri.getRawFragment());
        for (Pattern pattern : patterns) {
            Matcher matcher = query == null ? null : pattern.matcher(query);
            answers.add(matcher != null && matcher.find() ? matcher.group(2) : null);
        }
        var shown = new StringBuilder();
        for (String one : answers) {
            shown.append(shown.length() > 0 ? " " : "");
            shown.append(one == null ? "~" : HEX.formatHex(one.getBytes(StandardCharsets.UTF_8)));
        }
        return shown.toString();
    }
}
