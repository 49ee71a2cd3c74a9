import * as z from 'zod/mini';
import { settingsChange } from '#contract/admin/settings.ts';
import { localActor } from '#server/admin/administrators/commands.ts';
import { readConfig } from '#server/config/config.ts';
import { updateSettings } from '#server/features/maintenance/commands.ts';
import {
	findMaintenanceSettings,
	type MaintenanceSettings,
} from '#server/features/maintenance/queries.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { readArguments, WrongArguments } from '#tools/cli/arguments.ts';
import { withDatabase } from '#tools/cli/with-database.ts';
import { printLine } from '#tools/lib/terminal.ts';

const OPTIONS = { message: { type: 'string' }, downtime: { type: 'string' } } as const;

/** Adds no task: announcements to administrators are delivered within the transaction. */
const addTask: AddTask = async () => undefined;

/**
 * Starts or ends maintenance while the app runs; without `on` or `off` it only prints the state. An empty message or
 * downtime restores the default text.
 */
export async function run(args: readonly string[]): Promise<void> {
	const change = readSettingsChange(args);
	await withDatabase(readConfig(), async ({ db }) => {
		printState(
			change
				? await updateSettings({ db, addTask }, localActor(null), change)
				: await findMaintenanceSettings(db),
		);
	});
}

/**
 * The change that the command line asks for; undefined when it only asks for the state.
 * @throws Error with a readable message for texts that are too long
 */
export function readSettingsChange(
	args: readonly string[],
): z.output<typeof settingsChange> | undefined {
	const { values, positionals } = readArguments(args, OPTIONS, [0, 1]);
	const [mode] = positionals;
	const hasTexts = Object.keys(values).length > 0;
	if (mode === undefined && !hasTexts) return undefined;
	if (mode !== 'on' && (mode !== 'off' || hasTexts)) throw new WrongArguments();
	const parsed = z.safeParse(settingsChange, {
		maintenanceMode: mode === 'on',
		maintenanceMessage: values.message,
		estimatedDowntime: values.downtime,
	});
	if (!parsed.success) throw new Error(parsed.error.issues[0]?.message);
	return parsed.data;
}

function printState({
	maintenanceMode,
	maintenanceMessage,
	estimatedDowntime,
}: MaintenanceSettings): void {
	if (!maintenanceMode) {
		printLine('The market is open.');
		return;
	}
	printLine('The market is closed for maintenance.');
	printLine(`Message: ${maintenanceMessage}`);
	printLine(`Estimated downtime: ${estimatedDowntime}`);
}
