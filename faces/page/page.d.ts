// What TypeScript's declarations of browsers leave open and the page knows: selectors find elements
// of HTML, events come from them, and `offline.js` is a service worker.

interface Element extends Pick<HTMLElement, "dataset" | "focus" | "offsetHeight"> {
  readonly content: any;
}
interface HTMLElement extends Pick<HTMLDialogElement, "open" | "showModal"> {}
interface EventTarget extends Pick<Element, "closest"> {}

interface Event extends Pick<FetchEvent, "request" | "respondWith" | "waitUntil"> {}
interface FetchEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
  waitUntil(work: Promise<unknown>): void;
}
declare const registration: ServiceWorkerRegistration;
declare const clients: { claim(): Promise<void> };
declare function skipWaiting(): Promise<void>;
/** The constants that `urigram serve --export` writes above the service worker. */
declare const VERSION: string;
declare const FILES: string[];
