import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { changeSettings, SETTINGS_MESSAGES } from '#contract/admin/settings.ts';
import { MAINTENANCE_DEFAULTS } from '#contract/maintenance-facts.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { Section } from '#web/ui/section.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { officeCall } from '../call.ts';
import { Switch } from '../parts/switch.tsx';
import type { Settings } from './queries.ts';
import { useSettingsForm } from './use-settings-form.ts';

/**
 * The settings as one form. Whoever is changing them keeps what they typed when somebody else saves, and then takes nothing
 * back of that but what they have changed themselves.
 */
export function SettingsForm({ stored }: { stored: Settings }) {
	const [shown, setShown] = useState(stored);
	const [isTouched, setIsTouched] = useState(false);
	const place = useRef(-1);
	const isOutdated = JSON.stringify(shown) !== JSON.stringify(stored);

	function show(settings: Settings) {
		setShown(settings);
		setIsTouched(false);
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
			<Fields
				key={JSON.stringify(shown)}
				shown={shown}
				stored={stored}
				place={place}
				onTouch={() => setIsTouched(true)}
				onSaved={show}
			/>
		</>
	);
}

interface FieldsProps {
	shown: Settings;
	stored: Settings;
	/** Of the control that had the focus in the form before this one; -1 for none. */
	place: RefObject<number>;
	onTouch: () => void;
	onSaved: (saved: Settings) => void;
}

function Fields({ shown, stored, place, onTouch, onSaved }: FieldsProps) {
	const { form, errorOf, alert, isBusy, isAsking, onSubmit, confirm, cancel } = useSettingsForm({
		shown,
		stored,
		save: (body) => officeCall(changeSettings, { body }),
		onSaved,
	});
	useFocusHandedOn(form, place);

	return (
		<form ref={form} noValidate onSubmit={onSubmit} onChange={onTouch}>
			<Section title="Maintenance mode" lead={SETTINGS_MESSAGES.warning}>
				<Switch
					name="maintenanceMode"
					label="Maintenance mode"
					hint="Users see the message below until it is off again. Administrators can go on working."
					isOnAtFirst={shown.maintenanceMode}
				/>
				<Field label="Message" error={errorOf('maintenanceMessage')}>
					{(control) => (
						<TextArea
							{...control}
							name="maintenanceMessage"
							rows={3}
							defaultValue={shown.maintenanceMessage}
							placeholder={MAINTENANCE_DEFAULTS.message}
						/>
					)}
				</Field>
				<Field
					label="Estimated downtime"
					hint="In your own words: 'two hours', 'until 6 pm'."
					error={errorOf('estimatedDowntime')}
				>
					{(control) => (
						<TextInput
							{...control}
							name="estimatedDowntime"
							defaultValue={shown.estimatedDowntime}
							placeholder={MAINTENANCE_DEFAULTS.estimatedDowntime}
						/>
					)}
				</Field>
			</Section>
			<Section
				title="Signing in"
				lead="With two-step sign-in a stolen password is not enough to get in here."
			>
				<Switch
					name="requireTwoStep"
					label="Require two-step sign-in"
					hint="Administrators without it are asked to set it up before anything else; so are you."
					isOnAtFirst={shown.requireTwoStep}
				/>
				{alert && <FormAlert>{alert}</FormAlert>}
				<Button type="submit" variant="main" busy={isBusy} className="justify-self-start">
					Save Changes
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
