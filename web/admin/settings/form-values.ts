import type { Settings } from './queries.ts';

type SettingName = keyof Settings;

/** Reads the values of the settings `names` from the form's controls. */
export function readValues(
	form: HTMLFormElement,
	names: readonly SettingName[],
): Partial<Settings> {
	return Object.fromEntries(
		names.map((name) => {
			const control = controlOf(form, name);
			return [name, isCheckbox(control) ? control.checked : control.value];
		}),
	);
}

/** Shows a value in its control. A text field that has the value already is not touched, so that it keeps its caret. */
export function showValue(form: HTMLFormElement, name: SettingName, value: Settings[SettingName]) {
	const control = controlOf(form, name);
	if (isCheckbox(control)) control.checked = value === true;
	else if (control.value !== value) control.value = String(value);
}

function controlOf(form: HTMLFormElement, name: SettingName) {
	const control = form.elements.namedItem(name);
	if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) return control;
	throw new Error(`The form has no ${name}.`);
}

function isCheckbox(control: HTMLInputElement | HTMLTextAreaElement): control is HTMLInputElement {
	return control.type === 'checkbox';
}
