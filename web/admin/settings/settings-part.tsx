import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, type RefObject, useLayoutEffect, useState } from 'react';
import * as z from 'zod/mini';
import {
	changeSettings,
	SETTINGS_MESSAGES,
	type settingsChange,
	settingsFields,
} from '#contract/admin/settings.ts';
import type { Parsed, SchemaInput } from '#contract/core/endpoint.ts';
import { pick } from '#contract/core/pick.ts';
import { useValidatedForm } from '#web/admin/kit/form.tsx';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { refresh } from '#web/admin/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { Section } from '#web/ui/section.tsx';
import { toast } from '#web/ui/toast.ts';
import { type Settings, settingsQuery } from './queries.ts';

type SettingName = keyof Settings;

/** Reads the values of the settings `names` from the form's controls. */
function readValues(form: HTMLFormElement, names: readonly SettingName[]): Partial<Settings> {
	return Object.fromEntries(
		names.map((name) => {
			const control = controlOf(form, name);
			return [name, isCheckbox(control) ? control.checked : control.value];
		}),
	);
}

/** Shows a value in its control. A text field that has the value already is not touched, so that it keeps its caret. */
function showValue(form: HTMLFormElement, name: SettingName, value: Settings[SettingName]) {
	const control = controlOf(form, name);
	if (isCheckbox(control)) control.checked = value === true;
	else if (control.value !== value) control.value = String(value);
}

function controlOf(form: HTMLFormElement, name: SettingName) {
	const control = form.elements.namedItem(name);
	if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) return control;
	throw new Error(`The form has no ${name}.`);
}

function isCheckbox(control: HTMLInputElement | HTMLTextAreaElement): control is HTMLInputElement {
	return control.type === 'checkbox';
}

export interface SettingsDraft {
	/** The settings of this form. */
	names: readonly SettingName[];
	/** The values with which the form's input is compared. */
	initial: Settings;
	/** Values in the form that differ from the initial ones. */
	typed: Partial<Settings>;
	/** Whether a colleague has changed a setting that has an unsaved change here. */
	hasConflict: boolean;
	/** @param values the current values of all controls of the form */
	edit: (values: Partial<Settings>) => void;
	/**
	 * Starts from other settings: the saved ones, or a colleague's.
	 * @param typed values that were typed while the save ran
	 */
	rebase: (settings: Settings, typed?: Partial<Settings>) => void;
}

interface DraftState {
	initial: Settings;
	typed: Partial<Settings>;
	/** The settings as the server last sent them. */
	latest: Settings;
}

/**
 * Unsaved changes in a form of settings. A colleague's change is a conflict only where this form has an unsaved change
 * to another value. Everywhere else the form takes the colleague's value.
 */
export function useSettingsDraft(stored: Settings, names: readonly SettingName[]): SettingsDraft {
	const [lastStored, setLastStored] = useState(stored);
	const [draft, setDraft] = useState<DraftState>({ initial: stored, typed: {}, latest: stored });
	const { initial, typed, latest } = draft;

	if (stored !== lastStored) {
		setLastStored(stored);
		setDraft(withServerValues({ ...draft, latest: stored }, names));
	}
	return {
		names,
		initial,
		typed,
		hasConflict: names.some((name) => name in typed && initial[name] !== latest[name]),
		edit(values) {
			const changed = names.filter((name) => values[name] !== initial[name]);
			setDraft(withServerValues({ ...draft, typed: pick(values, changed) }, names));
		},
		rebase(settings, unsaved = {}) {
			setDraft(withServerValues({ initial: settings, typed: unsaved, latest: settings }, names));
		},
	};
}

/** Takes the server's values, except for settings with an unsaved change to a different value. */
function withServerValues(
	{ initial, typed, latest }: DraftState,
	names: readonly SettingName[],
): DraftState {
	const editedNames = names.filter((name) => name in typed && typed[name] !== latest[name]);
	const otherNames = names.filter((name) => !editedNames.includes(name));
	return {
		initial: { ...initial, ...pick(latest, otherNames) },
		typed: pick(typed, editedNames),
		latest,
	};
}

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
function useSettingsForm({ draft, stored, confirmedSwitch, save }: SettingsFormOptions) {
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

interface SettingsPartProps {
	title: string;
	lead: string;
	saveLabel: string;
	draft: SettingsDraft;
	/** The settings as they are stored now. */
	stored: Settings;
	confirmation: Confirmation;
	/** The controls, given the initial values of the form. */
	children: (initial: Settings, errorOf: (field: string) => string | undefined) => ReactNode;
}

/** The question before a switch is turned on. */
interface Confirmation {
	name: 'maintenanceMode' | 'requireTwoStep';
	title: string;
	question: string;
}

/**
 * Some settings as one form. When a colleague saves meanwhile, untouched controls take the new values. A changed control
 * keeps what was typed. If the colleague changed the same setting, a notice offers the colleague's value.
 */
export function SettingsPart({ draft, stored, confirmation, ...props }: SettingsPartProps) {
	const { form, errorOf, alert, isBusy, isConfirming, onSubmit, confirm, cancel } = useSettingsForm(
		{
			draft,
			stored,
			confirmedSwitch: confirmation.name,
			save: (body) => callAdminApi(changeSettings, { body }),
		},
	);
	useInitialValuesInUntouchedControls(form, draft);

	function showTheirs(): void {
		draft.rebase(stored);
		// The pressed button disappears, and would take the focus with it.
		form.current?.focus({ preventScroll: true });
	}

	return (
		<>
			{draft.hasConflict && (
				<div
					role="status"
					className="mb-4 flex flex-wrap items-center gap-3 rounded-card bg-accent-wash p-4 text-sm"
				>
					<p className="mr-auto">
						Someone else has changed the settings in the meantime. Saving only overwrites what you
						changed.
					</p>
					<Button size="small" onClick={showTheirs}>
						Show theirs
					</Button>
				</div>
			)}
			<form
				ref={form}
				tabIndex={-1}
				noValidate
				onSubmit={onSubmit}
				onChange={({ currentTarget }) => draft.edit(readValues(currentTarget, draft.names))}
				className="outline-none"
			>
				<Section title={props.title} lead={props.lead}>
					{props.children(draft.initial, errorOf)}
					{alert && <FormAlert>{alert}</FormAlert>}
					<Button type="submit" variant="main" busy={isBusy} className="justify-self-start">
						{props.saveLabel}
					</Button>
				</Section>
				<ConfirmDialog
					open={isConfirming}
					title={confirmation.title}
					question={confirmation.question}
					confirmLabel="Switch it on"
					onConfirm={confirm}
					onCancel={cancel}
				/>
			</form>
		</>
	);
}

/** Keeps the controls without unsaved changes at the initial values, which change after a save here or elsewhere. */
function useInitialValuesInUntouchedControls(
	form: RefObject<HTMLFormElement | null>,
	{ names, initial, typed }: SettingsDraft,
): void {
	useLayoutEffect(() => {
		for (const name of names) {
			if (form.current && !(name in typed)) showValue(form.current, name, initial[name]);
		}
	}, [form, names, initial, typed]);
}
