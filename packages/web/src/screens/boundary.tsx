import { Component, type ReactNode } from "react";

interface Props {
  /** A new value resets the boundary. */
  readonly at: string;
  /** Drawn in place of the failed children; may rethrow the error. */
  readonly otherwise: (error: unknown) => ReactNode;
  readonly children: ReactNode;
}

interface State {
  readonly at: string;
  readonly fault?: { readonly error: unknown } | undefined;
}

/**
 * Without a boundary, an error while drawing leaves an empty page. React supports only classes
 * here.
 */
export class Boundary extends Component<Props, State> {
  override state: State = { at: this.props.at };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { fault: { error } };
  }

  static getDerivedStateFromProps({ at }: Props, state: State): State | null {
    return at === state.at ? null : { at, fault: undefined };
  }

  override render(): ReactNode {
    const { fault } = this.state;
    return fault === undefined ? this.props.children : this.props.otherwise(fault.error);
  }
}
