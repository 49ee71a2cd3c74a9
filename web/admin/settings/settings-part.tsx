import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { changeSettings, SETTINGS_MESSAGES } from '#contract/admin/settings.ts';
import { officeCall } from '#web/admin/lib/api.ts';
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
	/** The settings that are changed here. */
	names: readonly (keyof Settings)[];
	/** The settings as they are now. */
	stored: Settings;
	/** Whether something was changed here and not saved. */
	isTouched: boolean;
	setTouched: (isTouched: boolean) => void;
	/** The controls, by what the form began with. */
	children: (shown: Settings, errorOf: (field: string) => string | undefined) => ReactNode;
}

/**
 * Some settings as one form. Whoever is changing them keeps what they typed when somebody else saves, and then takes nothing
 * back of that but what they have changed themselves.
 */
export function SettingsPart(props: SettingsPartProps) {
	const { stored, names, isTouched, setTouched } = props;
	const [shown, setShown] = useState(stored);
	const place = useRef(-1);
	const isOutdated = names.some((name) => shown[name] !== stored[name]);

	function show(settings: Settings) {
		setShown(settings);
		setTouched(false);
	}

	if (isOutdated && !isTouched) setShown(stored);
	return (
		<>
			{isOutdated && isTouched && (
				<div
					role="status"
					className="mb-4 flex flex-wrap items-center gap-3 rounded-card bg-accent-wash p-4 text-sm"
				>
					<p className="mr-auto">
						Someone else has changed the settings in the meantime. Saving only overwrites what you
						changed.
					</p>
					<Button size="small" onClick={() => show(stored)}>
						Show theirs
					</Button>
				</div>
			)}
			<PartForm
				{...props}
				key={JSON.stringify(names.map((name) => shown[name]))}
				shown={shown}
				place={place}
				onTouch={() => setTouched(true)}
				onSaved={show}
			/>
		</>
	);
}

interface PartFormProps extends SettingsPartProps {
	shown: Settings;
	/** Of the control that had the focus in the form before this one; -1 for none. */
	place: RefObject<number>;
	onTouch: () => void;
	onSaved: (saved: Settings) => void;
}

function PartForm({ shown, stored, names, place, onTouch, onSaved, ...props }: PartFormProps) {
	const { form, errorOf, alert, isBusy, isAsking, onSubmit, confirm, cancel } = useSettingsForm({
		shown,
		stored,
		names,
		save: (body) => officeCall(changeSettings, { body }),
		onSaved,
	});
	useFocusHandedOn(form, place);

	return (
		<form ref={form} noValidate onSubmit={onSubmit} onChange={onTouch}>
			<Section title={props.title} lead={props.lead}>
				{props.children(shown, errorOf)}
				{alert && <FormAlert>{alert}</FormAlert>}
				<Button type="submit" variant="main" busy={isBusy} className="justify-self-start">
					{props.saveLabel}
				</Button>
			</Section>
			<ConfirmDialog
				open={isAsking}
				title="Switch maintenance mode on?"
				question={`${SETTINGS_MESSAGES.warning} Whoever is on the market now is shown the message at once.`}
				confirmLabel="Switch it on"
				onConfirm={confirm}
				onCancel={cancel}
			/>
		</form>
	);
}

/** Whoever is in the form as it is made anew goes on at the same control. */
function useFocusHandedOn(form: RefObject<HTMLFormElement | null>, place: RefObject<number>): void {
	useLayoutEffect(() => {
		const controls: (Element | null)[] = Array.from(form.current?.elements ?? []);
		const taken = controls[place.current];
		if (taken instanceof HTMLElement) taken.focus();
		return () => {
			place.current = controls.indexOf(document.activeElement);
		};
	}, [form, place]);
}
