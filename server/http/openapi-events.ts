import { CHAT_LIMITS } from '#contract/chat/facts.ts';
import { WATCHING_LIMITS } from '#contract/items/watching-facts.ts';

/** What the OpenAPI document, which knows calls only, says of the live connection. Markdown. */
export const SOCKET_EVENTS_DESCRIPTION = `
## Live connection

Socket.IO 4 at the default path, with \`auth: { token }\`. Without a session the connection is refused. Every event that a client
sends may have an acknowledgement: \`{ success: true, … }\` or \`{ success: false, message }\`; refusals come as \`error-message\`
as well. A \`roomId\` is \`{itemId}-{buyerId}\`.

| Client sends | Payload | Answer |
|---|---|---|
| \`join room\` | \`{ itemId, userType, buyerId? }\` | \`room-joined\`, or \`room-switched\` from another room |
| \`send-message\` | \`{ roomId, message, clientId? }\` | acknowledged with \`id\`; \`receive-message\` to the room |
| \`typing\` | \`{ roomId, isTyping }\` | \`typing\` to the other side |
| \`mark-read\`, \`mark-delivered\` | \`{ roomId, messageId }\` | \`receipt\` to the other side |
| \`watch-items\` | \`{ itemIds }\`, what the page shows: at most ${WATCHING_LIMITS.itemsMax}, each call in place of the former | acknowledged with \`items\` as they stand, without those that the public does not find; then \`item-changed\` |

| Server sends | Payload | To |
|---|---|---|
| \`room-joined\`, \`room-switched\` | \`{ roomId, messages, readId, deliveredId, undeliveredIds?, isHere }\`, the newest ${CHAT_LIMITS.historyOnJoin}, oldest first | who joins |
| \`auto-connected\` | \`{ buyerId }\` | a seller who named no buyer |
| \`receive-message\` | \`{ id, roomId, message, userId, senderId, timestamp, createdAt, clientId }\` | the room |
| \`receipt\` | \`{ roomId, userId, readId, deliveredId, undeliveredIds? }\`: how far the other side has come, and which of one's own messages up to there never reach it | the room |
| \`typing\` | \`{ roomId, userId, isTyping }\` | the room |
| \`presence\` | \`{ userId, isHere }\` | who has a chat with them open |
| \`chat-changed\` | \`{ roomId, messageId }\` | all devices of both sides |
| \`notices-changed\` | \`{}\` | all devices of a person |
| \`item-changed\` | \`{ itemId, price, reservedUntil, status }\`; \`banned\` is whatever the public does not find any more | who watches the item or has a chat about it open |
| \`market-closed\` | the body of a 503 answer during maintenance | everybody |
| \`error-message\` | a sentence | who is refused, or whose session ends: 'Please log in again.' or 'This account has been suspended. Contact support.' |
`.trim();
