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

/** A form leaves out unticked checkboxes. */
const onOffField = z.pipe(
	z.optional(z.literal('on')),
	z.transform((value) => value === 'on'),
);
const formFields = z.extend(settingsFields, {
	maintenanceMode: onOffField,
	requireTwoStep: onOffField,
});

interface SettingsFormOptions {
	/** The initial values of the form. */
	initial: Settings;
	/** The settings as they are stored now. */
	stored: Settings;
	/** The settings of this form. */
	names: readonly (keyof Settings)[];
	save: (body: SettingsChange) => Promise<Parsed<(typeof changeSettings)['reply']>>;
	onSaved: (saved: Settings) => void;
}

/** Saves what was changed in the form; starting maintenance asks for confirmation. */
export function useSettingsForm({ initial, stored, names, save, onSaved }: SettingsFormOptions) {
	const client = useQueryClient();
	const [isConfirming, setIsConfirming] = useState(false);
	const validatedForm = useValidatedForm({
		schema: formFields,
		send: (fields) => save(buildChange(names, { stored, initial, fields })),
		failureMessage: SETTINGS_MESSAGES.updateFailed,
		noConnectionMessage: SETTINGS_MESSAGES.updateError,
		// A colleague may have been first: their values are shown beside the typed ones.
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
		// No confirmation when maintenance was on at first, or when a colleague has started it meanwhile.
		const isEnablingMaintenance = isTicked && !initial.maintenanceMode && !stored.maintenanceMode;
		if (isEnablingMaintenance && !isConfirming) {
			event.preventDefault();
			setIsConfirming(true);
		} else validatedForm.onSubmit(event);
	}

	return {
		...validatedForm,
		isConfirming,
		onSubmit,
		confirm: () => {
			validatedForm.form.current?.requestSubmit();
			setIsConfirming(false);
		},
		cancel: () => setIsConfirming(false),
	};
}

/**
 * Values equal to the initial ones were not changed here and are not sent: a colleague may have changed them
 * meanwhile.
 */
function buildChange(
	names: readonly (keyof Settings)[],
	{ stored, initial, fields }: { stored: Settings; initial: Settings; fields: Partial<Settings> },
): SettingsChange {
	const changed = names.filter((name) => fields[name] !== initial[name]);
	const pickChanged = (from: Partial<Settings>) =>
		Object.fromEntries(changed.map((name) => [name, from[name]]));
	return { ...pickChanged(fields), before: pickChanged(stored) };
}
