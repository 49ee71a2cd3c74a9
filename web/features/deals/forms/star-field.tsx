import { useId, useState } from 'react';
import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { StarShape } from '#web/ui/star-shape.tsx';

const STAR_COUNTS = Array.from({ length: DEAL_LIMITS.starsMax }, (_, index) => index + 1);

interface StarFieldProps {
	/** 0 for no stars. */
	initial: number;
	error: string | undefined;
}

/** One to five stars as radio buttons, so that the arrow keys work. */
export function StarField({ initial, error }: StarFieldProps) {
	const id = useId();
	const [stars, setStars] = useState(initial);

	return (
		<div
			role="radiogroup"
			aria-label={DEAL_MESSAGES.starsLabel}
			aria-describedby={error && id}
			className="grid min-w-0 gap-1.5"
		>
			<div className="-ml-2 flex flex-wrap">
				{STAR_COUNTS.map((count) => (
					<label
						key={count}
						className="relative grid size-11 cursor-pointer place-items-center rounded-field has-focus-visible:outline-2 has-focus-visible:outline-link"
					>
						<input
							type="radio"
							name="stars"
							value={count}
							defaultChecked={count === initial}
							onChange={() => setStars(count)}
							aria-label={DEAL_MESSAGES.stars(count)}
							className="absolute inset-0 cursor-pointer opacity-0"
						/>
						<StarShape isFilled={count <= stars} className="size-7.5" />
					</label>
				))}
			</div>
			{error && <FormAlert id={id}>{error}</FormAlert>}
		</div>
	);
}
