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
	/** Maintenance mode, as it is now. */
	isOn: boolean;
	save: (body: Change) => Promise<Parsed<(typeof changeSettings)['reply']>>;
	onSaved: (saved: Settings) => void;
}

/** Saves the settings; before the market closes it is asked whether it shall. */
export function useSettingsForm(options: SettingsFormOptions) {
	const client = useQueryClient();
	const [isAsking, setIsAsking] = useState(false);
	const checked = useCheckedForm({
		schema: settingsFields,
		send: options.save,
		failed: SETTINGS_MESSAGES.updateFailed,
		unreached: SETTINGS_MESSAGES.updateError,
		onDone: ({ settings, message }) => {
			client.setQueryData(settingsQuery().queryKey, settings);
			options.onSaved(settings);
			toast(message);
			refresh(client, 'settings', 'profile').catch(() => undefined);
		},
	});

	function onSubmit(event: FormEvent<HTMLFormElement>): void {
		const isClosing = new FormData(event.currentTarget).has('maintenanceMode') && !options.isOn;
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
