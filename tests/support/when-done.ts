import { afterAll, onTestFinished, TestRunner } from 'vitest';

/**
 * Lets a thing go when nobody needs it any more: after the test that asked for it, or, asked for outside of any test, after
 * the file. Files share a process, so what stays open would stay for the whole run.
 */
export function whenDone(letGo: () => unknown): void {
	const end = async () => void (await letGo());
	if (TestRunner.getCurrentTest()) onTestFinished(end);
	else afterAll(end);
}
