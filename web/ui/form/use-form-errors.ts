import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';

export interface FormError<F extends string> {
	/** The `name` of the control. */
	field: F;
	message: string;
	/** Another control whose change may mend it as well. */
	other?: F;
	/** A link below the message that leads on. */
	action?: ReactNode;
}

interface FormErrors<F extends string> {
	form: RefObject<HTMLFormElement | null>;
	errors: readonly FormError<F>[];
	/** Marks all wrong fields and focuses the first of them; an empty list removes all marks. */
	show: (formErrors: readonly FormError<F>[]) => void;
}

/** The broken rules of a form. Each is shown at its field until that field is changed. */
export function useFormErrors<F extends string>(): FormErrors<F> {
	const form = useRef<HTMLFormElement>(null);
	const [errors, setErrors] = useState<readonly FormError<F>[]>([]);

	useEffect(() => {
		if (errors.length === 0) return;
		const clearError = ({ target }: Event) => {
			if (!(target instanceof Node && form.current?.contains(target))) return;
			const { name } = target as HTMLInputElement;
			setErrors((formErrors) =>
				formErrors.filter(({ field, other }) => field !== name && other !== name),
			);
		};
		// On the document, above React's own listener: drawing a controlled field before it would undo what was typed.
		document.addEventListener('input', clearError);
		return () => document.removeEventListener('input', clearError);
	}, [errors]);

	function show(formErrors: readonly FormError<F>[]) {
		setErrors(formErrors);
		if (form.current) focusFirstError(form.current, formErrors);
	}

	return { form, errors, show };
}

/** The first in the form's own order. */
function focusFirstError(form: HTMLFormElement, formErrors: readonly FormError<string>[]): void {
	const names = formErrors.map(({ field }) => field);
	const first = [...form.elements].find((control) =>
		names.includes(control.getAttribute('name') ?? ''),
	);
	if (first instanceof HTMLElement) first.focus();
}

/** The first issue of each of these fields, in their order. */
export function formErrorsFrom<F extends string>(
	issues: readonly Pick<z.core.$ZodIssue, 'path' | 'message'>[],
	fields: readonly F[],
): FormError<F>[] {
	return fields.flatMap((field) => {
		const issue = issues.find(({ path }) => path[0] === field);
		return issue ? [{ field, message: issue.message }] : [];
	});
}
