import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';

export interface FormError<F extends string> {
	/** The `name` of the control. */
	field: F;
	message: string;
	/** Another control whose change also clears this error. */
	alsoClearedBy?: F;
	/** A link below the message, to continue. */
	action?: ReactNode;
}

interface FormErrors<F extends string> {
	form: RefObject<HTMLFormElement | null>;
	errors: readonly FormError<F>[];
	/** Shows the errors and focuses the first field with one; an empty list clears them. */
	showErrors: (formErrors: readonly FormError<F>[]) => void;
}

/** The errors of a form. Each is shown at its field until that field changes. */
export function useFormErrors<F extends string>(): FormErrors<F> {
	const form = useRef<HTMLFormElement>(null);
	const [errors, setErrors] = useState<readonly FormError<F>[]>([]);

	useEffect(() => {
		if (errors.length === 0) return;
		const clearError = ({ target }: Event) => {
			if (!(target instanceof Node && form.current?.contains(target))) return;
			const { name } = target as HTMLInputElement;
			setErrors((formErrors) =>
				formErrors.filter(({ field, alsoClearedBy }) => field !== name && alsoClearedBy !== name),
			);
		};
		// On the document, so that it runs after React's own listener: a rerender before that would undo the typing.
		document.addEventListener('input', clearError);
		return () => document.removeEventListener('input', clearError);
	}, [errors]);

	function showErrors(formErrors: readonly FormError<F>[]) {
		setErrors(formErrors);
		if (form.current) focusFirstError(form.current, formErrors);
	}

	return { form, errors, showErrors };
}

/** Focuses the first field with an error, in the form's order. */
function focusFirstError(form: HTMLFormElement, formErrors: readonly FormError<string>[]): void {
	const names = formErrors.map(({ field }) => field);
	const first = [...form.elements].find((control) =>
		names.includes(control.getAttribute('name') ?? ''),
	);
	if (first instanceof HTMLElement) first.focus();
}

/** The first issue of each field, in the order of `fields`. */
export function formErrorsFrom<F extends string>(
	issues: readonly Pick<z.core.$ZodIssue, 'path' | 'message'>[],
	fields: readonly F[],
): FormError<F>[] {
	return fields.flatMap((field) => {
		const issue = issues.find(({ path }) => path[0] === field);
		return issue ? [{ field, message: issue.message }] : [];
	});
}
