import type { Control } from './control.ts';
import type { ControlSandbox } from './control-sandbox.ts';

/**
 * Checks that the test file of a security control passes with the control, and fails when the control is switched off.
 * @returns the problem; undefined when the test passes and fails as it should
 */
export async function findProblem(
	{ test, without }: ControlSandbox,
	control: Control,
): Promise<string | undefined> {
	const outcomeOn = await test(control);
	if (outcomeOn !== 'passed') {
		return `${control.test} ${outcomeOn} although the control is on`;
	}
	const outcomeOff = await without(control, () => test(control));
	if (outcomeOff !== 'failed') {
		return `${control.test} ${outcomeOff} although the control is off`;
	}
	return undefined;
}
