import { afterAll, onTestFinished, TestRunner } from 'vitest';

/**
 * Registers a cleanup: after the current test or, outside of any test, after the file. Files share a process, so an
 * open resource would stay for the whole run.
 */
export function whenDone(letGo: () => unknown): void {
	const end = async () => void (await letGo());
	if (TestRunner.getCurrentTest()) onTestFinished(end);
	else afterAll(end);
}
