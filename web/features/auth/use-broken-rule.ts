import { type RefObject, useRef, useState } from 'react';

export interface BrokenRule<F extends string> {
	/** The `name` of the control. */
	field: F;
	message: string;
}

interface BrokenRuleControl<F extends string> {
	form: RefObject<HTMLFormElement | null>;
	broken: BrokenRule<F> | undefined;
	/** Shows a rule at its field and takes the person there; undefined takes the last one away. */
	point: (rule: BrokenRule<F> | undefined) => void;
}

/** The one rule that a form shows at a time: the first that is broken. */
export function useBrokenRule<F extends string>(): BrokenRuleControl<F> {
	const form = useRef<HTMLFormElement>(null);
	const [broken, setBroken] = useState<BrokenRule<F>>();

	function point(rule: BrokenRule<F> | undefined) {
		setBroken(rule);
		const control = rule && form.current?.elements.namedItem(rule.field);
		if (control instanceof HTMLElement) control.focus();
	}

	return { form, broken, point };
}
