import { vi } from 'vitest';

/**
 * Runs a command of the CLI in this process, which takes milliseconds; starting the program takes seconds.
 * @returns the lines that it printed, and its error
 */
export async function runCommand(
	run: (args: readonly string[]) => Promise<void>,
	args: readonly string[],
	environment: Record<string, string>,
): Promise<{ output: string[]; error: unknown }> {
	for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
	let output = '';
	const print = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
		output += String(text);
		return true;
	});
	try {
		const error: unknown = await run(args).then(
			() => undefined,
			(reason: unknown) => reason,
		);
		return { output: output.split('\n').slice(0, -1), error };
	} finally {
		print.mockRestore();
		vi.unstubAllEnvs();
	}
}
