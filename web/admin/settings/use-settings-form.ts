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
import { useValidatedForm } from '#web/admin/kit/use-validated-form.ts';
import { refresh } from '#web/admin/lib/queries.ts';
import { toast } from '#web/ui/toast.ts';
import { type Settings, settingsQuery } from './queries.ts';

type SettingsChange = SchemaInput<typeof settingsChange>;

/** A form leaves out what is off. */
const onOffField = z.pipe(
	z.optional(z.literal('on')),
	z.transform((value) => value === 'on'),
);
const formFields = z.extend(settingsFields, {
	maintenanceMode: onOffField,
	requireTwoStep: onOffField,
});

interface SettingsFormOptions {
	/** What the form began with. */
	initial: Settings;
	/** The settings as they are now. */
	stored: Settings;
	/** Those that the form has. */
	names: readonly (keyof Settings)[];
	save: (body: SettingsChange) => Promise<Parsed<(typeof changeSettings)['reply']>>;
	onSaved: (saved: Settings) => void;
}

/** Saves what was changed in the form; before the market closes it is asked whether it shall. */
export function useSettingsForm({ initial, stored, names, save, onSaved }: SettingsFormOptions) {
	const client = useQueryClient();
	const [isConfirming, setIsConfirming] = useState(false);
	const validatedForm = useValidatedForm({
		schema: formFields,
		send: (fields) => save(buildChange(names, { stored, initial, fields })),
		failureMessage: SETTINGS_MESSAGES.updateFailed,
		noConnectionMessage: SETTINGS_MESSAGES.updateError,
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
		const isEnablingMaintenance = isTicked && !initial.maintenanceMode && !stored.maintenanceMode;
		if (isEnablingMaintenance && !isConfirming) {
			event.preventDefault();
			setIsConfirming(true);
		} else validatedForm.onSubmit(event);
	}

	return {
		...validatedForm,
		isConfirming: isConfirming,
		onSubmit,
		confirm: () => {
			validatedForm.form.current?.requestSubmit();
			setIsConfirming(false);
		},
		cancel: () => setIsConfirming(false),
	};
}

/** What stands in the form as it was shown was not changed here, and is not sent: a colleague may have changed it meanwhile. */
function buildChange(
	names: readonly (keyof Settings)[],
	{ stored, initial, fields }: { stored: Settings; initial: Settings; fields: Partial<Settings> },
): SettingsChange {
	const changed = names.filter((name) => fields[name] !== initial[name]);
	const pickChanged = (from: Partial<Settings>) =>
		Object.fromEntries(changed.map((name) => [name, from[name]]));
	return { ...pickChanged(fields), before: pickChanged(stored) };
}
