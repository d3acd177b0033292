// The hooks of Preact that the page uses.

type Until = void | (() => void);

export function useState<S>(first: S | (() => S)): [S, (next: S | ((state: S) => S)) => void];
export function useEffect(effect: () => Until, on?: readonly unknown[]): void;
export function useLayoutEffect(effect: () => Until, on?: readonly unknown[]): void;
export function useRef<T>(first: T): { current: T };
export function useMemo<T>(make: () => T, on: readonly unknown[]): T;
