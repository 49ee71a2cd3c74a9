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
import { pick } from '#contract/core/pick.ts';
import { useValidatedForm } from '#web/admin/kit/form.tsx';
import { refresh } from '#web/admin/lib/queries.ts';
import { toast } from '#web/ui/toast.ts';
import { readValues } from './form-values.ts';
import { type Settings, settingsQuery } from './queries.ts';
import type { SettingsDraft } from './use-settings-draft.ts';

type SettingsChange = SchemaInput<typeof settingsChange>;

/** A checkbox in form data: 'on' if it is ticked, absent if not. */
const onOffField = z.pipe(
	z.optional(z.literal('on')),
	z.transform((value) => value === 'on'),
);
const formFields = z.extend(settingsFields, {
	maintenanceMode: onOffField,
	requireTwoStep: onOffField,
});

interface SettingsFormOptions {
	draft: SettingsDraft;
	/** The settings as they are stored now. */
	stored: Settings;
	/** The switch that asks for confirmation before it is turned on. */
	confirmedSwitch: 'maintenanceMode' | 'requireTwoStep';
	save: (body: SettingsChange) => Promise<Parsed<(typeof changeSettings)['reply']>>;
}

/** A form that saves only the changed settings. What is typed while a save runs stays unsaved. */
export function useSettingsForm({ draft, stored, confirmedSwitch, save }: SettingsFormOptions) {
	const client = useQueryClient();
	const { names, initial } = draft;
	const [isConfirming, setIsConfirming] = useState(false);
	const validatedForm = useValidatedForm({
		schema: formFields,
		send: async (fields) => {
			const sent = valuesNow();
			return { sent, ...(await save(buildChange(names, { stored, initial, fields }))) };
		},
		failureMessage: SETTINGS_MESSAGES.updateFailed,
		noConnectionMessage: SETTINGS_MESSAGES.updateError,
		// A colleague may have saved first: reloading shows whether their change conflicts with the typed values.
		onFailed: () => void refresh(client, 'settings'),
		onDone: ({ settings, message, sent }) => {
			const values = valuesNow();
			client.setQueryData(settingsQuery().queryKey, settings);
			draft.rebase(
				settings,
				pick(
					values,
					names.filter((name) => values[name] !== sent[name]),
				),
			);
			toast(message);
			refresh(client, 'settings', 'profile').catch(() => undefined);
		},
	});

	/** The current values of the form; empty if the form is no longer mounted. */
	function valuesNow(): Partial<Settings> {
		const { current } = validatedForm.form;
		return current ? readValues(current, names) : {};
	}

	function onSubmit(event: FormEvent<HTMLFormElement>): void {
		const isTicked = new FormData(event.currentTarget).has(confirmedSwitch);
		// No confirmation if the switch was on before, or if a colleague has turned it on meanwhile.
		const isTurnedOn = isTicked && !initial[confirmedSwitch] && !stored[confirmedSwitch];
		if (isTurnedOn && !isConfirming) {
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
 * The changed settings, and the values that the server has for them. Unchanged settings are not sent: a colleague may
 * have changed them meanwhile.
 */
function buildChange(
	names: readonly (keyof Settings)[],
	{ stored, initial, fields }: { stored: Settings; initial: Settings; fields: Partial<Settings> },
): SettingsChange {
	const changed = names.filter((name) => fields[name] !== initial[name]);
	return { ...pick(fields, changed), before: pick(stored, changed) };
}
