import { type ReactNode, type RefObject, useLayoutEffect } from 'react';
import { changeSettings } from '#contract/admin/settings.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { Section } from '#web/ui/section.tsx';
import { readValues, showValue } from './form-values.ts';
import type { Settings } from './queries.ts';
import type { SettingsDraft } from './use-settings-draft.ts';
import { useSettingsForm } from './use-settings-form.ts';

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
