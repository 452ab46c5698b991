// What ESLint checks in the page's scripts: its recommended rules. `.ci/page lint` runs it.

import js from "@eslint/js";
import globals from "globals";

const browser = { ...globals.browser, ...globals.worker, ...globals.serviceworker };

export default [js.configs.recommended, { languageOptions: { sourceType: "module", globals: browser } }];
