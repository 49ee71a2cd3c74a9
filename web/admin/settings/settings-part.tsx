import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { changeSettings, SETTINGS_MESSAGES } from '#contract/admin/settings.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { Section } from '#web/ui/section.tsx';
import type { Settings } from './queries.ts';
import { useSettingsForm } from './use-settings-form.ts';

interface SettingsPartProps {
	title: string;
	lead: string;
	saveLabel: string;
	/** The settings of this form. */
	names: readonly (keyof Settings)[];
	/** The settings as they are stored now. */
	stored: Settings;
	/** Whether something was changed here and not saved. */
	isDirty: boolean;
	setDirty: (isDirty: boolean) => void;
	/** The controls, given the initial values of the form. */
	children: (initial: Settings, errorOf: (field: string) => string | undefined) => ReactNode;
}

/**
 * Some settings as one form. When a colleague saves meanwhile, typed values stay, and saving sends only what was
 * changed here.
 */
export function SettingsPart(props: SettingsPartProps) {
	const { stored, names, isDirty, setDirty } = props;
	const [initial, setInitial] = useState(stored);
	const focusedIndex = useRef(-1);
	const isOutdated = names.some((name) => initial[name] !== stored[name]);

	function resetForm(settings: Settings) {
		setInitial(settings);
		setDirty(false);
	}

	if (isOutdated && !isDirty) setInitial(stored);
	return (
		<>
			{isOutdated && isDirty && (
				<div
					role="status"
					className="mb-4 flex flex-wrap items-center gap-3 rounded-card bg-accent-wash p-4 text-sm"
				>
					<p className="mr-auto">
						Someone else has changed the settings in the meantime. Saving only overwrites what you
						changed.
					</p>
					<Button size="small" onClick={() => resetForm(stored)}>
						Show theirs
					</Button>
				</div>
			)}
			<PartForm
				{...props}
				key={JSON.stringify(names.map((name) => initial[name]))}
				initial={initial}
				focusedIndex={focusedIndex}
				onEdit={() => setDirty(true)}
				onSaved={resetForm}
			/>
		</>
	);
}

interface PartFormProps extends SettingsPartProps {
	initial: Settings;
	/** Index of the control that had the focus in the form before this one; -1 for none. */
	focusedIndex: RefObject<number>;
	onEdit: () => void;
	onSaved: (saved: Settings) => void;
}

function PartForm({
	initial,
	stored,
	names,
	focusedIndex,
	onEdit,
	onSaved,
	...props
}: PartFormProps) {
	const { form, errorOf, alert, isBusy, isConfirming, onSubmit, confirm, cancel } = useSettingsForm(
		{
			initial,
			stored,
			names,
			save: (body) => callAdminApi(changeSettings, { body }),
			onSaved,
		},
	);
	useKeepFocus(form, focusedIndex);

	return (
		<form ref={form} noValidate onSubmit={onSubmit} onChange={onEdit}>
			<Section title={props.title} lead={props.lead}>
				{props.children(initial, errorOf)}
				{alert && <FormAlert>{alert}</FormAlert>}
				<Button type="submit" variant="main" busy={isBusy} className="justify-self-start">
					{props.saveLabel}
				</Button>
			</Section>
			<ConfirmDialog
				open={isConfirming}
				title="Switch maintenance mode on?"
				question={`${SETTINGS_MESSAGES.warning} Whoever is on the market now is shown the message at once.`}
				confirmLabel="Switch it on"
				onConfirm={confirm}
				onCancel={cancel}
			/>
		</form>
	);
}

/** When the form is rendered anew, the focus returns to the same control. */
function useKeepFocus(
	form: RefObject<HTMLFormElement | null>,
	focusedIndex: RefObject<number>,
): void {
	useLayoutEffect(() => {
		const controls: (Element | null)[] = Array.from(form.current?.elements ?? []);
		const control = controls[focusedIndex.current];
		if (control instanceof HTMLElement) control.focus();
		return () => {
			focusedIndex.current = controls.indexOf(document.activeElement);
		};
	}, [form, focusedIndex]);
}
