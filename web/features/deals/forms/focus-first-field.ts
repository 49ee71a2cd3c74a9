import { takeFirstFocus } from '#web/ui/take-first-focus.ts';

/** Begins a form at its first field; in a group of radio buttons at the chosen one. */
export function focusFirstField(form: HTMLFormElement): void {
	const fields = [
		...form.querySelectorAll<HTMLInputElement>(':is(input, select, textarea):enabled'),
	];
	const [first] = fields;
	const chosen = fields.find(({ name, checked }) => checked && name === first?.name);
	const field = chosen ?? first;
	if (!field) return;
	// For a dialog that is about to open, and for one that is open already.
	takeFirstFocus(field);
	field.focus();
}
