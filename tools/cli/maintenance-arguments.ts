import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { settingsChange } from '#contract/admin/settings.ts';

const USAGE =
	'Usage: npm run maintenance -- [on [--message "<what is going on>"] [--downtime "<how long>"] | off]';
const OPTIONS = { message: { type: 'string' }, downtime: { type: 'string' } } as const;

type Change = z.output<typeof settingsChange>;

/**
 * What the command line asks for; undefined where it only asks how things stand.
 * @throws Error in words for people when it can't be understood
 */
export function changeAskedFor(args: readonly string[]): Change | undefined {
	const { asked, message, downtime } = understood(args);
	if (asked === undefined) return undefined;
	const parsed = z.safeParse(settingsChange, {
		maintenanceMode: asked === 'on',
		maintenanceMessage: message,
		estimatedDowntime: downtime,
	});
	if (!parsed.success) throw new Error(parsed.error.issues[0]?.message);
	return parsed.data;
}

function understood(args: readonly string[]) {
	try {
		const { values, positionals } = parseArgs({
			args: [...args],
			options: OPTIONS,
			allowPositionals: true,
		});
		const [asked, ...more] = positionals;
		const isKnown = asked === undefined || asked === 'on' || asked === 'off';
		const isFitting = asked === 'on' || Object.keys(values).length === 0;
		if (isKnown && isFitting && more.length === 0) return { asked, ...values };
	} catch {
		// An option that is none of ours is told like everything else that can't be understood.
	}
	throw new Error(USAGE);
}
