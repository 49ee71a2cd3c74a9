import type { Control } from './control.ts';
import type { Trial } from './trial.ts';

/**
 * Checks a control: its test passes with it and fails without it.
 * @returns what is wrong; undefined when it is proved
 */
export async function faultOf(
	{ test, without }: Trial,
	control: Control,
): Promise<string | undefined> {
	const { file, title } = control.test;
	const withIt = await test(control);
	if (withIt !== 'passed') {
		return `its test ${withIt} although the control is on: ${file}, “${title}”`;
	}
	const withoutIt = await without(control, () => test(control));
	if (withoutIt !== 'failed') {
		return `its test ${withoutIt} although the control is off: ${file}, “${title}”`;
	}
	return undefined;
}
