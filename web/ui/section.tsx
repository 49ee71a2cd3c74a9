import { type ReactNode, type RefObject, useId } from 'react';

interface SectionProps {
	title: string;
	/** The fragment of the address by which links reach the section. */
	anchor?: string;
	/** An explanation below the title. */
	lead?: ReactNode;
	/** Uses the full width, for lists. */
	isWide?: boolean;
	children: ReactNode;
	/** Allows a script to focus the heading, for example when the focused element is removed. */
	headingRef?: RefObject<HTMLHeadingElement | null>;
}

/** A section of a page of forms: title and explanation on the left, content on the right. */
export function Section({
	title,
	anchor,
	lead,
	isWide = false,
	children,
	headingRef,
}: SectionProps) {
	const ownId = useId();
	const id = anchor ?? ownId;

	return (
		<section
			aria-labelledby={id}
			className={`grid content-start gap-x-10 gap-y-4 border-t border-line py-7 ${isWide ? '' : 'wide:grid-cols-[minmax(0,18rem)_minmax(0,32rem)]'}`}
		>
			<div className="grid content-start gap-1">
				<h2
					id={id}
					ref={headingRef}
					tabIndex={headingRef || anchor ? -1 : undefined}
					className="scroll-mt-20 text-xl outline-none"
				>
					{title}
				</h2>
				{lead && <p className="max-w-prose text-sm text-ink-soft">{lead}</p>}
			</div>
			<div className="grid min-w-0 content-start gap-4">{children}</div>
		</section>
	);
}
