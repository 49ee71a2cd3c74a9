import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';

export interface BrokenRule<F extends string> {
	/** The `name` of the control. */
	field: F;
	message: string;
	/** Another control whose change also clears this error. */
	other?: F;
	/** A link below the message, to continue. */
	wayOn?: ReactNode;
}

interface BrokenRulesControl<F extends string> {
	form: RefObject<HTMLFormElement | null>;
	errors: readonly BrokenRule<F>[];
	/** Shows the errors and focuses the first field with one; an empty list clears them. */
	show: (rules: readonly BrokenRule<F>[]) => void;
}

/** The errors of a form. Each is shown at its field until that field changes. */
export function useBrokenRules<F extends string>(): BrokenRulesControl<F> {
	const form = useRef<HTMLFormElement>(null);
	const [errors, setErrors] = useState<readonly BrokenRule<F>[]>([]);

	useEffect(() => {
		if (errors.length === 0) return;
		const dropMark = ({ target }: Event) => {
			if (!(target instanceof Node && form.current?.contains(target))) return;
			const { name } = target as HTMLInputElement;
			setErrors((rules) => rules.filter(({ field, other }) => field !== name && other !== name));
		};
		// On the document, so that it runs after React's own listener: a rerender before that would undo the typing.
		document.addEventListener('input', dropMark);
		return () => document.removeEventListener('input', dropMark);
	}, [errors]);

	function show(rules: readonly BrokenRule<F>[]) {
		setErrors(rules);
		if (form.current) focusFirst(form.current, rules);
	}

	return { form, errors, show };
}

/** Focuses the first field with an error, in the form's order. */
function focusFirst(form: HTMLFormElement, rules: readonly BrokenRule<string>[]): void {
	const names = rules.map(({ field }) => field);
	const first = [...form.elements].find((control) =>
		names.includes(control.getAttribute('name') ?? ''),
	);
	if (first instanceof HTMLElement) first.focus();
}

/** The first issue of each field, in the order of `fields`. */
export function rulesOf<F extends string>(
	issues: readonly Pick<z.core.$ZodIssue, 'path' | 'message'>[],
	fields: readonly F[],
): BrokenRule<F>[] {
	return fields.flatMap((field) => {
		const issue = issues.find(({ path }) => path[0] === field);
		return issue ? [{ field, message: issue.message }] : [];
	});
}
