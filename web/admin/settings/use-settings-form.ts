import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import * as z from 'zod/mini';
import {
	type changeSettings,
	SETTINGS_MESSAGES,
	type settingsChange,
	settingsFields,
} from '#contract/admin/settings.ts';
import type { Parsed, SchemaInput } from '#contract/core/endpoint.ts';
import { useCheckedForm } from '#web/admin/kit/use-checked-form.ts';
import { refresh } from '#web/admin/lib/queries.ts';
import { toast } from '#web/ui/toast.ts';
import { type Settings, settingsQuery } from './queries.ts';

type Change = SchemaInput<typeof settingsChange>;

/** A form leaves out what is off. */
const isOn = z.pipe(
	z.optional(z.literal('on')),
	z.transform((sent) => sent === 'on'),
);
const formFields = z.extend(settingsFields, { maintenanceMode: isOn, requireTwoStep: isOn });

interface SettingsFormOptions {
	/** What the form began with. */
	shown: Settings;
	/** The settings as they are now. */
	stored: Settings;
	/** Those that the form has. */
	names: readonly (keyof Settings)[];
	save: (body: Change) => Promise<Parsed<(typeof changeSettings)['reply']>>;
	onSaved: (saved: Settings) => void;
}

/** Saves what was changed in the form; before the market closes it is asked whether it shall. */
export function useSettingsForm({ shown, stored, names, save, onSaved }: SettingsFormOptions) {
	const client = useQueryClient();
	const [isAsking, setIsAsking] = useState(false);
	const checked = useCheckedForm({
		schema: formFields,
		send: (fields) => save(changeOf(names, { stored, shown, fields })),
		failed: SETTINGS_MESSAGES.updateFailed,
		unreached: SETTINGS_MESSAGES.updateError,
		// Somebody else may have been first: what they saved is shown beside what was typed.
		onFailed: () => void refresh(client, 'settings'),
		onDone: ({ settings, message }) => {
			client.setQueryData(settingsQuery().queryKey, settings);
			onSaved(settings);
			toast(message);
			refresh(client, 'settings', 'profile').catch(() => undefined);
		},
	});

	function onSubmit(event: FormEvent<HTMLFormElement>): void {
		const isTicked = new FormData(event.currentTarget).has('maintenanceMode');
		// Where it was on at first, the tick is no change; where a colleague was quicker, the market is closed.
		const isClosing = isTicked && !shown.maintenanceMode && !stored.maintenanceMode;
		if (isClosing && !isAsking) {
			event.preventDefault();
			setIsAsking(true);
		} else checked.onSubmit(event);
	}

	return {
		...checked,
		isAsking,
		onSubmit,
		confirm: () => {
			checked.form.current?.requestSubmit();
			setIsAsking(false);
		},
		cancel: () => setIsAsking(false),
	};
}

/** What stands in the form as it was shown was not changed here, and is not sent: a colleague may have changed it meanwhile. */
function changeOf(
	names: readonly (keyof Settings)[],
	{ stored, shown, fields }: { stored: Settings; shown: Settings; fields: Partial<Settings> },
): Change {
	const changed = names.filter((name) => fields[name] !== shown[name]);
	const only = (from: Partial<Settings>) =>
		Object.fromEntries(changed.map((name) => [name, from[name]]));
	return { ...only(fields), before: only(stored) };
}
