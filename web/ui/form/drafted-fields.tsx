import { Fragment, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type FormDraft, readFormDraft, saveFormDraft } from '#web/lib/drafts/use-form-draft.ts';
import { focusFirstField } from './focus-first-field.ts';
import { UnsentNote } from './unsent-note.tsx';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface DraftedFieldsProps {
	draft: FormDraft;
	/**
	 * For forms that edit stored data: this data as text. Then only the fields whose values differ from the initial ones
	 * are stored, with the data over which they were typed. The other fields then show the newest data, even if it was
	 * changed elsewhere.
	 */
	filledFrom?: string;
	/** The form is being sent. */
	isLocked: boolean;
	/** Called when the draft is discarded, for instance to clear the error of an attempt to send it. */
	onDiscard?: () => void;
	/**
	 * Renders the fields, or the form around them. `typed` has the values of the draft by field name; empty without a
	 * draft. `filledFrom` is the data over which they were typed.
	 */
	children: (typed: URLSearchParams, filledFrom: string) => ReactNode;
}

/** The name under which a draft has the data over which it was typed; no field of a form has this name. */
const FILLED_FROM = 'filled from';

const NOTHING_TYPED = new URLSearchParams();

/**
 * Stores the fields' values as a draft at every change. When the form is next opened, fills the values in again, with a
 * note: for example after the session has ended or the device has closed the page. The component that owns the draft
 * erases the draft when the form is sent or cancelled.
 */
export function DraftedFields(props: DraftedFieldsProps) {
	// Fields that the previous user has filled in must not stay on the screen.
	return <Fields {...props} key={props.draft.ownerNumber} />;
}

function Fields({ draft, filledFrom = '', isLocked, ...props }: DraftedFieldsProps) {
	const { storageKey } = draft;
	const fields = useRef<HTMLDivElement>(null);
	/** The fields' values before a draft was filled in. */
	const initial = useRef(NOTHING_TYPED);
	const isTouched = useRef(false);
	/** `number` is the key of the fields: a new number mounts them again, with `typed` as their initial values. */
	const [mounted, setMounted] = useState({ number: 0, typed: NOTHING_TYPED, filledFrom });

	useEffect(() => {
		initial.current = readValues(fields.current);
		isTouched.current = isEdited(fields.current);
	}, []);

	const restore = useEffectEvent((typed: URLSearchParams) => {
		const draftedFrom = typed.get(FILLED_FROM) ?? filledFrom;
		typed.delete(FILLED_FROM);
		const isOther = [...typed.keys()].some((name) => !isSame(name, typed, initial.current));
		if (isOther && !isTouched.current) mountFieldsWith(typed, draftedFrom);
	});

	useEffect(() => {
		let isUnmounted = false;
		void readFormDraft(storageKey).then((typed) => {
			if (typed && !isUnmounted) restore(typed);
		});
		return () => {
			isUnmounted = true;
		};
	}, [storageKey]);

	function mountFieldsWith(typed: URLSearchParams, typedOver: string) {
		const hadFocus = fields.current?.contains(document.activeElement);
		flushSync(() => setMounted({ number: mounted.number + 1, typed, filledFrom: typedOver }));
		if (hadFocus && !fields.current?.contains(document.activeElement))
			focusFirstField(fields.current);
	}

	function handleInput() {
		isTouched.current = true;
		const values = readValues(fields.current);
		const names = new Set([...values.keys(), ...initial.current.keys()]);
		const changed = [...names].filter((name) => !isSame(name, values, initial.current));
		if (changed.length === 0) return draft.erase();
		const savedValues = new URLSearchParams(
			[...values].filter(([name]) => filledFrom === '' || changed.includes(name)),
		);
		if (filledFrom !== '') savedValues.set(FILLED_FROM, mounted.filledFrom);
		saveFormDraft(storageKey, savedValues);
	}

	function discard() {
		draft.erase();
		props.onDiscard?.();
		mountFieldsWith(NOTHING_TYPED, filledFrom);
	}

	return (
		<div ref={fields} onInput={handleInput} className="contents">
			{mounted.typed.size > 0 && <UnsentNote isLocked={isLocked} onDiscard={discard} />}
			<Fragment key={mounted.number}>{props.children(mounted.typed, mounted.filledFrom)}</Fragment>
		</div>
	);
}

function controlsOf(fields: HTMLElement | null): Control[] {
	return [...(fields?.querySelectorAll<Control>(':is(input, textarea, select)[name]') ?? [])];
}

/** The values as the form sends them: a radio button or checkbox has a value only while it is checked. */
function readValues(fields: HTMLElement | null): URLSearchParams {
	const filled = controlsOf(fields).filter(
		(control) => !/radio|checkbox/.test(control.type) || (control as HTMLInputElement).checked,
	);
	return new URLSearchParams(filled.map(({ name, value }) => [name, value]));
}

/** Whether the user has changed a field before hydration, when React received no events. */
function isEdited(fields: HTMLElement | null): boolean {
	return controlsOf(fields).some((control) => {
		// A select has no `defaultValue` with which its value could be compared.
		if (control instanceof HTMLSelectElement) return false;
		const isToggled =
			control instanceof HTMLInputElement && control.checked !== control.defaultChecked;
		return isToggled || control.value !== control.defaultValue;
	});
}

function isSame(name: string, values: URLSearchParams, others: URLSearchParams): boolean {
	return values.getAll(name).join('\n') === others.getAll(name).join('\n');
}
