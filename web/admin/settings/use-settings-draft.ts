import { useState } from 'react';
import { pick } from '#contract/core/pick.ts';
import type { Settings } from './queries.ts';

type SettingName = keyof Settings;

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
