import { useId, useState } from 'react';
import { DEAL_LIMITS, REVIEW_TAGS, type ReviewTag } from '#contract/deals/facts.ts';
import { REVIEW_TAG_LABELS } from '#contract/deals/labels.ts';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';

interface TagFieldProps {
	initial: readonly ReviewTag[];
	error: string | undefined;
}

/** Up to three tags as checkboxes. When three are chosen, the others are disabled. */
export function TagField({ initial, error }: TagFieldProps) {
	const id = useId();
	const [chosen, setChosen] = useState(initial);
	const isFull = chosen.length >= DEAL_LIMITS.tagsMax;

	function toggle(tag: ReviewTag) {
		setChosen(chosen.includes(tag) ? chosen.filter((other) => other !== tag) : [...chosen, tag]);
	}

	return (
		<fieldset aria-describedby={error && id} className="min-w-0">
			<legend className="mb-1.5 text-sm font-semibold">{DEAL_MESSAGES.tagsLabel}</legend>
			<div className="flex flex-wrap gap-2">
				{REVIEW_TAGS.map((tag) => (
					<label
						key={tag}
						className="relative flex min-h-11 cursor-pointer items-center rounded-full border border-edge bg-surface px-4 text-sm font-semibold has-checked:border-transparent has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-link has-disabled:cursor-default has-disabled:opacity-60"
					>
						<input
							type="checkbox"
							name="tags"
							value={tag}
							checked={chosen.includes(tag)}
							disabled={isFull && !chosen.includes(tag)}
							onChange={() => toggle(tag)}
							className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-default"
						/>
						{REVIEW_TAG_LABELS[tag]}
					</label>
				))}
			</div>
			{error && (
				<div className="pt-1.5">
					<FormAlert id={id}>{error}</FormAlert>
				</div>
			)}
		</fieldset>
	);
}
