// What pages use of browsers that the type checker does not know yet.

declare class Highlight { constructor(...ranges: Range[]); }
declare namespace CSS { const highlights: Map<string, Highlight>; }
