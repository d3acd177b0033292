// The part of Preact that the page uses.

export interface VNode {
  type: unknown;
  props: Record<string, unknown>;
  key: unknown;
}
export type Child = VNode | string | number | bigint | boolean | null | undefined | Child[];
export type Props = Record<string, unknown> | null;

export class Component<P = Record<string, unknown>, S = Record<string, unknown>> {
  constructor(props: P);
  props: P;
  state: S;
  base: Element | null;
  setState(next: Partial<S> | ((state: S) => Partial<S>), then?: () => void): void;
  forceUpdate(then?: () => void): void;
  render(props: P, state: S): Child;
  componentDidMount?(): void;
  componentDidUpdate?(before: P): void;
  componentWillUnmount?(): void;
  shouldComponentUpdate?(next: P): boolean;
}

// The props of a component are checked where it is called, those of an element are not.
export function h(type: string, props?: Props, ...children: Child[]): VNode;
export function h<P>(
  type: ((props: P) => Child) | (new (props: P) => Component<P, any>),
  props: P & { key?: string | number; ref?: unknown },
  ...children: Child[]
): VNode;
export function Fragment(props: { children?: Child }): Child;
export function render(what: Child, into: Element | DocumentFragment): void;
