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

export default function addFormats(ajv, { names = Object.keys(formats) } = {}) {
  for (const name of names) {
    if (!Object.hasOwn(formats, name)) {
      throw new RangeError(`no format ${name}; there are ${Object.keys(formats).join(", ")}`);
    }
    ajv.addFormat(name, { type: "string", validate: formats[name].accepts });
  }
  return ajv;
}
