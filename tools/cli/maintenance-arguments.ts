import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { settingsChange } from '#contract/admin/settings.ts';

const USAGE =
	'Usage: npm run maintenance -- [on [--message "<what is going on>"] [--downtime "<how long>"] | off]';
const OPTIONS = { message: { type: 'string' }, downtime: { type: 'string' } } as const;

type SettingsChange = z.output<typeof settingsChange>;

/**
 * The change that the command line asks for; undefined when it only asks for the state.
 * @throws Error with a readable message for wrong arguments
 */
export function parseMaintenanceArguments(args: readonly string[]): SettingsChange | undefined {
	const { mode, message, downtime } = parseCommandLine(args);
	if (mode === undefined) return undefined;
	const parsed = z.safeParse(settingsChange, {
		maintenanceMode: mode === 'on',
		maintenanceMessage: message,
		estimatedDowntime: downtime,
	});
	if (!parsed.success) throw new Error(parsed.error.issues[0]?.message);
	return parsed.data;
}

function parseCommandLine(args: readonly string[]) {
	try {
		const { values, positionals } = parseArgs({
			args: [...args],
			options: OPTIONS,
			allowPositionals: true,
		});
		const [mode, ...rest] = positionals;
		const isKnownMode = mode === undefined || mode === 'on' || mode === 'off';
		const areOptionsAllowed = mode === 'on' || Object.keys(values).length === 0;
		if (isKnownMode && areOptionsAllowed && rest.length === 0) return { mode: mode, ...values };
	} catch {
		// An unknown option is reported like any other wrong argument.
	}
	throw new Error(USAGE);
}
