import { X } from 'lucide-react';
import type { Subject } from '#contract/catalogue/schemas.ts';
import { SUBJECT_CODE_NAME } from '#web/features/items/form/field-values.ts';

interface SubjectChipsProps {
	/** Codes of the chosen subjects. */
	chosen: readonly string[];
	subjects: readonly Subject[];
	/** The element id of the error message about the subjects. */
	alertId: string | undefined;
	onRemove: (code: string) => void;
}

/** The chosen subjects, each with a button to remove it and a hidden input, which the form reads. */
export function SubjectChips({ chosen, subjects, alertId, onRemove }: SubjectChipsProps) {
	if (chosen.length === 0) return null;
	const nameOf = (code: string) =>
		[code, subjects.find((subject) => subject.code === code)?.name].filter(Boolean).join(' ');
	return (
		<ul className="flex flex-wrap gap-2">
			{chosen.map((code) => (
				<li key={code} className="max-w-full">
					<input type="hidden" name={SUBJECT_CODE_NAME} value={code} />
					<button
						type="button"
						name="subjects"
						aria-label={`Remove ${nameOf(code)}`}
						aria-describedby={alertId}
						onClick={() => onRemove(code)}
						className="inline-flex min-h-11 max-w-full cursor-pointer items-center gap-1.5 rounded-full bg-ink py-1.5 pr-3 pl-4 text-left text-sm font-semibold text-paper disabled:opacity-60"
					>
						<span className="min-w-0 wrap-anywhere">{nameOf(code)}</span>
						<X aria-hidden="true" className="size-4.5 shrink-0" />
					</button>
				</li>
			))}
		</ul>
	);
}
