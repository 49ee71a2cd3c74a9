import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import * as z from 'zod/mini';
import {
	type changeSettings,
	SETTINGS_MESSAGES,
	settingsChange,
} from '#contract/admin/settings.ts';
import type { Parsed } from '#contract/endpoint.ts';
import { toast } from '#web/ui/toast.ts';
import { useCheckedForm } from '../parts/use-checked-form.ts';
import { refresh } from '../queries.ts';
import { type Settings, settingsQuery } from './queries.ts';

type Change = z.infer<typeof settingsChange>;

/** A form leaves out what is off. */
const isOn = z.pipe(
	z.optional(z.literal('on')),
	z.transform((sent) => sent === 'on'),
);
const settingsFields = z.extend(settingsChange, { maintenanceMode: isOn, requireTwoStep: isOn });

interface SettingsFormOptions {
	/** What the form began with. */
	shown: Settings;
	/** The settings as they are now. */
	stored: Settings;
	save: (body: Change) => Promise<Parsed<(typeof changeSettings)['reply']>>;
	onSaved: (saved: Settings) => void;
}

/** Saves what was changed in the form; before the market closes it is asked whether it shall. */
export function useSettingsForm({ shown, stored, save, onSaved }: SettingsFormOptions) {
	const client = useQueryClient();
	const [isAsking, setIsAsking] = useState(false);
	const checked = useCheckedForm({
		schema: settingsFields,
		send: (fields) => save(changedOver(stored, shown, fields)),
		failed: SETTINGS_MESSAGES.updateFailed,
		unreached: SETTINGS_MESSAGES.updateError,
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

/** What stands in the form as it was shown was not changed here: a colleague may have changed it meanwhile. */
function changedOver(stored: Settings, shown: Settings, fields: Change): Change {
	const changed = Object.entries(fields).filter(
		([name, value]) => value !== shown[name as keyof Settings],
	);
	return { ...stored, ...Object.fromEntries(changed) };
}
