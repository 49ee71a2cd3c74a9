import type { OpenChat } from '#contract/conversations.ts';

/** A chat whose room and other side are known. */
export interface KnownChat extends OpenChat {
	roomId: string;
	other: NonNullable<OpenChat['other']>;
}
