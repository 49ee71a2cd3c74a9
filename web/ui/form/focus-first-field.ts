import { type RefObject, useEffect } from 'react';
import { takeFirstFocus } from '#web/ui/take-first-focus.ts';

/**
 * Focuses the first field of a form or of a part of a form; in a group of radio buttons, the chosen one. Also usable as
 * a ref callback, for forms that are rendered when their dialog opens.
 */
export function focusFirstField(part: HTMLElement | null): void {
	const fields = [
		...(part?.querySelectorAll<HTMLInputElement>(':is(input, select, textarea):enabled') ?? []),
	];
	const [first] = fields;
	const chosen = fields.find(({ name, checked }) => checked && name === first?.name);
	const field = chosen ?? first;
	if (!field) return;
	// The attribute works in a dialog that is about to open, `focus()` in a dialog that is open already.
	takeFirstFocus(field);
	field.focus();
}

/** Focuses the form's first field as soon as the form is rendered, which may be after its dialog has opened. */
export function useFirstFieldFocus(form: RefObject<HTMLFormElement | null>): void {
	useEffect(() => focusFirstField(form.current), [form]);
}
