// Six formats of JSON Schema (2020-12, 7.3.5 to 7.3.7), each by the rules of its document.
import { Iri, IriReference } from "./iri/module/iri.js";
import { JsonPointer } from "./json-pointer/module/json-pointer.js";
import { UriTemplate } from "./uri-template/module/uri-template.js";
import { Uri, UriReference } from "./uri/module/uri.js";

export const formats = Object.freeze({
  uri: Uri,
  "uri-reference": UriReference,
  iri: Iri,
  "iri-reference": IriReference,
  "uri-template": UriTemplate,
  "json-pointer": JsonPointer,
});

export default function addFormats(ajv, options = {}) {
  // A list of names, as ajv-formats takes it, or an object with one.
  const { names = Object.keys(formats), ...others } = Array.isArray(options) ? { names: options } : options;
  const [other] = Object.keys(others);
  if (other !== undefined) throw new TypeError(`no option ${other}; there is names`);
  for (const name of names) {
    if (!Object.hasOwn(formats, name)) {
      throw new RangeError(`no format ${name}; there are ${Object.keys(formats).join(", ")}`);
    }
    ajv.addFormat(name, { type: "string", validate: formats[name].accepts });
  }
  return ajv;
}
