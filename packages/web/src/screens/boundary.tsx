import { Component, type ReactNode } from "react";

interface Props {
  /** Whatever is given here anew is drawn anew. */
  readonly at: string;
  /** In the place of what failed; may throw it again. */
  readonly otherwise: (error: unknown) => ReactNode;
  readonly children: ReactNode;
}

interface State {
  readonly at: string;
  readonly fault?: { readonly error: unknown } | undefined;
}

/** Without one, a fault in drawing anything leaves an empty page. React has only classes for it. */
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
