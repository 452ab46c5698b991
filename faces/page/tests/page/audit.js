// What is wrong with what is shown, for everyone who looks at it or hears it. Returns a list of complaints.
const complaints = [];
const visible = (element) => {
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  return box.width > 1 && box.height > 1 && style.visibility !== "hidden" && !element.closest(".visually-hidden, [hidden], noscript, dialog:not([open])");
};
const channels = (colour) => {
  const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number);
  return { r, g, b, a };
};
const over = (top, below) => ({ r: top.r * top.a + below.r * (1 - top.a), g: top.g * top.a + below.g * (1 - top.a), b: top.b * top.a + below.b * (1 - top.a), a: 1 });
const background = (element) => {
  const layers = [];
  for (let at = element; at; at = at.parentElement) layers.push(channels(getComputedStyle(at).backgroundColor));
  return layers.reverse().reduce((below, top) => over(top, below), { r: 255, g: 255, b: 255, a: 1 });
};
const luminance = ({ r, g, b }) => {
  const linear = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
};
const opacity = (element) => (element ? Number(getComputedStyle(element).opacity) * opacity(element.parentElement) : 1);

const seen = new Set();
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement;
  if (!walker.currentNode.data.trim() || seen.has(element) || !visible(element) || element.closest("script, style, option, svg")) continue;
  seen.add(element);
  const style = getComputedStyle(element);
  const below = background(element);
  const own = channels(style.color);
  const colour = over({ ...own, a: own.a * opacity(element) }, below);
  const [light, dark] = [luminance(colour), luminance(below)].sort((a, b) => b - a);
  const ratio = (light + 0.05) / (dark + 0.05);
  const size = parseFloat(style.fontSize);
  const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
  if (ratio < (large ? 3 : 4.5)) complaints.push(`contrast ${ratio.toFixed(2)}: ${element.tagName}.${element.className} ${element.textContent.trim().slice(0, 30)}`);
}

// A value that is missing, drawn as text. What people typed and what documents say may have these words.
const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (words.nextNode()) {
  const element = words.currentNode.parentElement;
  if (element.closest("script, style, textarea, pre, code, blockquote, .mono, .chars, .drawn, .words, .note")) continue;
  // A document's view consists of what the document says.
  const missing = element.closest(".view-documents") ? /\[object / : /\bundefined\b|\bnull\b|\bNaN\b|\[object /;
  if (missing.test(words.currentNode.data)) complaints.push(`not a word: ${words.currentNode.data.trim().slice(0, 60)}`);
}
for (const select of document.querySelectorAll("select")) {
  if (visible(select) && !select.selectedOptions[0]?.textContent.trim()) complaints.push(`a choice that shows nothing: ${select.outerHTML.slice(0, 90)}`);
}

for (const control of document.querySelectorAll("a[href], button, input, select, textarea, dialog, [role=region], [role=img], nav")) {
  if (!visible(control)) continue;
  const named = control.getAttribute("aria-label") || control.getAttribute("aria-labelledby") || control.title || control.textContent.trim()
    || [...(control.labels ?? [])].some((label) => label.textContent.trim());
  if (!named) complaints.push(`no name: ${control.outerHTML.slice(0, 90)}`);
}
// Targets for fingers; text that links flow in is exempt.
for (const target of document.querySelectorAll("main button, main select, main input, main summary, .top a, .top button")) {
  const box = (target.labels?.[0]?.contains(target) ? target.labels[0] : target).getBoundingClientRect();
  if (visible(target) && (box.height < 23.99 || box.width < 23.99)) complaints.push(`small target ${box.width} x ${box.height}: ${target.outerHTML.slice(0, 90)}`);
}
for (const image of document.querySelectorAll("[role=img]")) if (image.querySelector("a, button, input")) complaints.push(`controls in an image: ${image.outerHTML.slice(0, 90)}`);
for (const head of document.querySelectorAll("th, thead td")) if (!head.textContent.trim()) complaints.push(`an empty heading: ${head.closest("table").outerHTML.slice(0, 90)}`);
const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
for (const id of new Set(ids)) if (ids.filter((one) => one === id).length > 1) complaints.push(`twice: #${id}`);
if (document.querySelectorAll("main h1").length !== 1) complaints.push(`${document.querySelectorAll("main h1").length} first headings`);
if (document.documentElement.scrollWidth > innerWidth + 1) {
  const wide = [...document.querySelectorAll("main *")].filter((element) => element.getBoundingClientRect().right > innerWidth + 1 && !element.closest(".scroll, .diagram, pre, .tape, .visually-hidden"));
  complaints.push(`wider than the window: ${document.documentElement.scrollWidth} > ${innerWidth}: ${wide.slice(0, 3).map((element) => `${element.tagName}.${element.className}`).join(", ")}`);
}
if (document.querySelector("[role=alert]:not([hidden])")) complaints.push(`alert: ${document.querySelector("[role=alert]").textContent}`);
return complaints;
