import type { Control } from './control.ts';
import type { ControlSandbox } from './control-sandbox.ts';

/**
 * Checks that the test of a security control passes with the control, and fails when the control is switched off.
 * @returns the problem; undefined when the test passes and fails as it should
 */
export async function findProblem(
	{ test, without }: ControlSandbox,
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
