/** The used part of jsdom: a tree of XML. The types that others publish bring all of a browser's names along. */
declare module "jsdom" {
  export interface XmlNode {
    readonly nodeName: string;
    readonly nodeType: number;
    nodeValue: string | null;
    textContent: string | null;
    readonly parentNode: XmlNode | null;
    readonly childNodes: Iterable<XmlNode>;
    readonly ownerDocument: XmlDocument;
    replaceWith(other: XmlNode): void;
    remove(): void;
    getAttribute(name: string): string | null;
    removeAttribute(name: string): void;
    setAttributeNS(namespace: string | null, name: string, value: string): void;
    append(...nodes: XmlNode[]): void;
    /** Of elements. */
    readonly namespaceURI?: string | null;
    readonly localName?: string;
    readonly attributes?: Iterable<{ name: string; localName: string; namespaceURI: string | null; value: string }>;
  }

  export interface XmlDocument extends XmlNode {
    readonly documentElement: XmlNode;
    querySelectorAll(selector: string): Iterable<XmlNode>;
    createTextNode(text: string): XmlNode;
    createElementNS(namespace: string, name: string): XmlNode;
  }

  export class JSDOM {
    constructor(html: string);
    readonly window: {
      DOMParser: new () => { parseFromString(text: string, type: string): XmlDocument };
      XMLSerializer: new () => { serializeToString(node: XmlNode): string };
    };
  }
}
