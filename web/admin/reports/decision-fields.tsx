import type { RefObject } from 'react';
import { NOTE_ERRORS } from '#contract/admin/errors.ts';
import { NOTE_LIMITS } from '#contract/admin/notes.ts';
import { codePointLength } from '#contract/core/schemas.ts';
import { Field } from '#web/ui/field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

interface Draft {
	notes: string;
	/** Whether the other reports that are shown are decided, too. */
	wholeTarget: boolean;
}

interface DecisionFieldsProps {
	/** Other pending reports about the same target: how many are shown, and the total. */
	others: { shown: number; all: number };
	/** 'this item', 'this person'. */
	targetLabel: string;
	/** Says who sees the notes, after which decisions. */
	notesHint: string;
	notesField: RefObject<HTMLTextAreaElement | null>;
	draft: Draft;
	onChange: (changed: Partial<Draft>) => void;
}

/** Whether notes are longer than the server accepts. */
export function isTooLong(notes: string): boolean {
	return codePointLength(notes) > NOTE_LIMITS.max;
}

/** The fields sent with a decision. */
export function DecisionFields(props: DecisionFieldsProps) {
	const { others, targetLabel, notesHint, notesField, draft, onChange } = props;

	return (
		<div className="grid gap-3 border-t border-line pt-5">
			<Field
				label="Notes (optional)"
				hint={`Kept with the report. ${notesHint}`}
				error={isTooLong(draft.notes) ? NOTE_ERRORS.tooLong.message : undefined}
			>
				{(control) => (
					<TextArea
						{...control}
						ref={notesField}
						rows={2}
						value={draft.notes}
						onChange={(event) => onChange({ notes: event.target.value })}
					/>
				)}
			</Field>
			{others.shown > 0 && (
				<label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm font-semibold">
					<input
						type="checkbox"
						checked={draft.wholeTarget}
						onChange={(event) => onChange({ wholeTarget: event.target.checked })}
						className="size-4.5 shrink-0 accent-link"
					/>
					{othersLabel(others)} about {targetLabel}
				</label>
			)}
		</div>
	);
}

function othersLabel({ shown, all }: DecisionFieldsProps['others']): string {
	if (all > shown) return `Also these ${shown} of the ${all} other pending reports`;
	return shown === 1 ? 'Also the other pending report' : `Also the ${shown} other pending reports`;
}
