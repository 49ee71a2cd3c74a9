import { NOTE_LIMITS, NOTE_MESSAGES } from '#contract/admin/notes.ts';
import { lengthOf } from '#contract/common.ts';
import { Field } from '#web/ui/field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

interface Draft {
	notes: string;
	wholeTarget: boolean;
}

interface DecisionFieldsProps {
	/** Further pending reports about the same. */
	others: number;
	/** 'this item', 'this person'. */
	aboutWords: string;
	/** Which decisions show the notes to whom. */
	notesShown: string;
	draft: Draft;
	onWrite: (changed: Partial<Draft>) => void;
}

/** What goes with a decision. */
export function DecisionFields(props: DecisionFieldsProps) {
	const { others, aboutWords, notesShown, draft, onWrite } = props;
	const isTooLong = lengthOf(draft.notes) > NOTE_LIMITS.max;

	return (
		<div className="grid gap-3 border-t border-line pt-5">
			<Field
				label="Notes (optional)"
				hint={`Kept with the report. ${notesShown}; otherwise only administrators see them.`}
				error={isTooLong ? NOTE_MESSAGES.tooLong : undefined}
			>
				{(control) => (
					<TextArea
						{...control}
						rows={2}
						value={draft.notes}
						onChange={(event) => onWrite({ notes: event.target.value })}
					/>
				)}
			</Field>
			{others > 0 && (
				<label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm font-semibold">
					<input
						type="checkbox"
						checked={draft.wholeTarget}
						onChange={(event) => onWrite({ wholeTarget: event.target.checked })}
						className="size-4.5 shrink-0 accent-link"
					/>
					{others === 1
						? `Also the other pending report about ${aboutWords}`
						: `Also the ${others} other pending reports about ${aboutWords}`}
				</label>
			)}
		</div>
	);
}
